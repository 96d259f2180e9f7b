package import PhotoStore

extension Album {
  /// Divides an album into parts, each with as many photos as fit.
  ///
  /// - Parameters:
  ///   - makePart: Makes a part of its number, from 1, and some photos.
  ///   - fits: Whether a part is small enough; it is for each first part of one that is.
  /// - Returns: The parts, at least one, each with one photo at least where there is one.
  /// - Throws: What the closures throw.
  package func parts<Part>(
    _ makePart: (Int, ArraySlice<AlbumEntry>) throws -> Part, fits: (Part) throws -> Bool
  ) rethrows -> [Part] {
    var parts: [Part] = []
    var rest = entries[...]
    repeat {
      func part(_ count: Int) throws -> Part { try makePart(parts.count + 1, rest.prefix(count)) }
      var (fitting, most) = (min(1, rest.count), rest.count)
      while fitting < most {
        // A part is small beside thousands of photos, so its size is doubled before it is halved.
        let middle = most == rest.count ? min(most, 2 * fitting) : (fitting + most + 1) / 2
        if try fits(part(middle)) { fitting = middle } else { most = middle - 1 }
      }
      parts.append(try part(fitting))
      rest = rest.dropFirst(fitting)
    } while !rest.isEmpty
    return parts
  }

  /// The album with some of its photos; that the others are not in it is no person's doing.
  package func part(_ entries: ArraySlice<AlbumEntry>) -> Album {
    var part = self
    (part.entries, part.currentIndex) = (Array(entries), 0)
    let others = Set(self.entries.map(\.id)).subtracting(entries.map(\.id))
    part.changeChoice { others.contains($0) ? nil : $0 }
    return part
  }
}

extension String {
  /// A document's file name with a number behind its stem, for a part of an album.
  package func partName(_ number: Int) -> String { "\(documentStem)-\(number)".documentName }
}
