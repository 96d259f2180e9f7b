/// What has learned from marked photos what people look at and mean to show.
struct ImportanceNetwork: Sendable {
  private let network: MapNetwork

  init(_ weights: NetworkWeights) { network = MapNetwork(weights) }

  /// Returns what the network sees in a picture.
  func maps(of colour: ColourPlanes) -> NetworkMaps {
    network.read(colour) { NetworkMaps($0) }
  }
}
