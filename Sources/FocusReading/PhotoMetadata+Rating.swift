internal import Foundation
package import Imaging

extension PhotoMetadata {
  /// What the photo says of how it was taken and rated; a rating in XMP counts before Exif's, which Windows alone writes.
  package var ratedCapture: PhotoCapture {
    var rated = capture
    rated.rating = xmpRating ?? rated.rating
    return rated
  }

  /// The property `xmp:Rating` (XMP specification part 1, 8.4): of cameras, Lightroom, digiKam and most others.
  private var xmpRating: Int? {
    guard let xmp, Data(xmp).range(of: Data("Rating".utf8)) != nil else { return nil }
    let rating = XMPPacket.properties(in: xmp)?["http://ns.adobe.com/xap/1.0/", "Rating"].number
    return rating.flatMap { (-1...5).contains($0) ? Int($0) : nil }
      .flatMap { PhotoCapture.isRating($0) ? $0 : nil }
  }
}
