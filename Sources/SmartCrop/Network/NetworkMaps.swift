import Foundation

/// The network's maps of a picture, on grids of 32×32 cells over the stretched photo.
struct NetworkMaps: Sendable {
  /// How likely each cell belongs to the photo's main object, 0…1.
  let object: Plane
  /// Where people look; the sum of all cells is 1.
  let gaze: Plane
  /// How likely each cell belongs to a head, 0…1.
  let face: Plane
  /// How likely each cell belongs to a person, an animal or another thing, 0…1.
  let thing: Plane
  /// Where people look in crowds, streets and at tasks; the sum of all cells is 1.
  let glance: Plane
  /// The importance for a crop: an object, or a place where people look; the sum of all cells is 1.
  let keep: Plane

  /// Reads the maps from the network's last grid, which has their values before the last function.
  init(_ grid: FeatureGrid) {
    object = grid.plane(0).mapped(Self.sigmoid)
    gaze = Self.density(grid.plane(1))
    face = grid.plane(2).mapped(Self.sigmoid)
    thing = grid.plane(3).mapped(Self.sigmoid)
    glance = Self.density(grid.plane(4))
    keep = Self.density(grid.plane(5))
  }

  private static func density(_ plane: Plane) -> Plane {
    let greatest = plane.samples.max() ?? 0
    let exponentials = plane.mapped { exp($0 - greatest) }
    let total = Float(exponentials.total)
    return exponentials.mapped { $0 / total }
  }

  private static func sigmoid(_ value: Float) -> Float { 1 / (1 + exp(-value)) }
}

extension NetworkMaps {
  /// The maps by name, each 0…1.
  var named: [CueMap] {
    func relative(_ plane: Plane) -> Plane {
      let greatest = plane.samples.max() ?? 0
      return plane.mapped { greatest > 0 ? $0 / greatest : 0 }
    }
    return [
      CueMap(name: "learned-object", object), CueMap(name: "learned-gaze", relative(gaze)),
      CueMap(name: "learned-face", face), CueMap(name: "learned-thing", thing),
      CueMap(name: "learned-glance", relative(glance)),
      CueMap(name: "learned-keep", relative(keep)),
    ]
  }
}
