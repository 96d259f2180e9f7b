import CVips

extension VipsPicture {
  /// Turned so that a picture stored with an Exif orientation stands upright.
  ///
  /// Exif 3.0, tag 274: the number says which side of the scene row 0 and column 0 are. Each is a
  /// rotation followed by a mirroring, left to right, where it is one of 2, 4, 5 and 7.
  func turned(from orientation: Int) throws(VipsFailure) -> VipsPicture {
    let rotated = try rotation(of: orientation).map { (angle) throws(VipsFailure) in
      try applying { cvips_rotate($0, angle) }
    }
    let picture = rotated ?? self
    guard [2, 4, 5, 7].contains(orientation) else { return picture }
    return try picture.applying { cvips_flip($0, VIPS_DIRECTION_HORIZONTAL) }
  }

  /// The clockwise part of an orientation.
  private func rotation(of orientation: Int) -> VipsAngle? {
    switch orientation {
    case 3, 4: VIPS_ANGLE_D180
    case 5, 6: VIPS_ANGLE_D90
    case 7, 8: VIPS_ANGLE_D270
    default: nil
    }
  }
}
