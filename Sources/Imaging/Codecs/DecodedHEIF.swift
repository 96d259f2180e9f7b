import CHEIF
import Foundation

/// The planes of the picture that a HEIC or AVIF file shows: decision 0210.
struct DecodedHEIF {
  /// The picture, after the file's rotation, mirroring and crop.
  let picture: PlanarPicture

  /// The functions of libheif, which is loaded when it is first asked for; `nil` without it (decision 0606).
  static let library = cheif_load()?.pointee

  /// Decodes luma and chroma of 8 bits; `nil` for files whose planes differ from a JPEG's, and without libheif.
  init?(_ bytes: [UInt8]) throws(PixelFailure) {
    guard let heif = Self.library else { return nil }
    let picture = try bytes.withUnsafeBufferPointer { (bytes) throws(PixelFailure) in
      try HEIFPicture.decoded(UnsafeRawBufferPointer(bytes), by: heif)?.planes()
    }
    guard let picture else { return nil }
    self.picture = picture
  }
}

/// The only owner of a picture that libheif decoded.
private final class HEIFPicture {
  private let image: OpaquePointer
  private let heif: cheif_functions

  private init(takingOwnership image: OpaquePointer, of heif: cheif_functions) {
    (self.image, self.heif) = (image, heif)
  }

  deinit { heif.heif_image_release(image) }

  /// Decodes the picture to show; `nil` if the file or its stream states other colours.
  static func decoded(
    _ bytes: UnsafeRawBufferPointer, by heif: cheif_functions
  ) throws(PixelFailure) -> HEIFPicture? {
    let context = heif.heif_context_alloc()
    defer { heif.heif_context_free(context) }
    try check(
      heif.heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
    var handle: OpaquePointer?
    try check(heif.heif_context_get_primary_image_handle(context, &handle))
    defer { heif.heif_image_handle_release(handle) }
    guard isJFIF(heif, by: { heif.heif_image_handle_get_nclx_color_profile(handle, &$0) }) else {
      return nil
    }
    var image: OpaquePointer?
    try check(heif.heif_decode_image(handle, &image, heif_colorspace_YCbCr, heif_chroma_420, nil))
    guard let picture = image.map({ HEIFPicture(takingOwnership: $0, of: heif) }),
      isJFIF(heif, by: { heif.heif_image_get_nclx_color_profile(image, &$0) })
    else { return nil }
    return picture
  }

  private static func check(_ error: heif_error) throws(PixelFailure) {
    guard error.code != heif_error_Ok else { return }
    throw PixelFailure(detail: error.message.map { String(cString: $0) })
  }

  /// Whether planes are computed from red, green and blue as in a JPEG: by BT.601, in full range.
  ///
  /// A file that states nothing counts too, as libheif also assumes this.
  private static func isJFIF(
    _ heif: cheif_functions,
    by ask: (inout UnsafeMutablePointer<heif_color_profile_nclx>?) -> heif_error
  ) -> Bool {
    var stated: UnsafeMutablePointer<heif_color_profile_nclx>?
    guard ask(&stated).code == heif_error_Ok, let stated else { return true }
    defer { heif.heif_nclx_color_profile_free(stated) }
    let matrix = stated.pointee.matrix_coefficients
    return stated.pointee.full_range_flag != 0
      && [
        heif_matrix_coefficients_unspecified, heif_matrix_coefficients_ITU_R_BT_470_6_System_B_G,
        heif_matrix_coefficients_ITU_R_BT_601_6,
      ].contains(matrix)
  }

  /// A copy of the planes; `nil` if they do not have 8 bits.
  func planes() throws(PixelFailure) -> PlanarPicture? {
    var bands: [PlanarPicture.Band] = []
    for channel in [heif_channel_Y, heif_channel_Cb, heif_channel_Cr] {
      guard let plane = try plane(channel) else { return nil }
      let subsampling = channel == heif_channel_Y ? 1 : 2
      bands.append(
        PlanarPicture.Band(plane: plane, subsamplingX: subsampling, subsamplingY: subsampling))
    }
    let luma = bands[0].plane
    return PlanarPicture(
      size: PixelSize(width: luma.width, height: luma.height), colours: .ycc, bands: bands)
  }

  private func plane(_ channel: heif_channel) throws(PixelFailure) -> SamplePlane? {
    var stride: Int32 = 0
    guard heif.heif_image_get_bits_per_pixel_range(image, channel) == 8,
      let samples = heif.heif_image_get_plane_readonly(image, channel, &stride)
    else { return nil }
    let plane = try SamplePlane(
      width: Int(heif.heif_image_get_width(image, channel)),
      height: Int(heif.heif_image_get_height(image, channel)))
    plane.withSamples { copy in
      for row in 0..<plane.height {
        memcpy(copy + row * plane.stride, samples + row * Int(stride), plane.width)
      }
    }
    plane.extendRows()
    return plane
  }
}
