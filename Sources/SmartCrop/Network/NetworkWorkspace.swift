import PhotoGeometry

/// The grids of one run of a ``MapNetwork``; 1.2 MB, kept for the next run.
///
/// Only the thread that has borrowed a workspace uses it, so it is safe to send.
final class NetworkWorkspace: @unchecked Sendable {
  let picture = FeatureGrid(side: NetworkLayer.inputSide, channels: 3)
  let stem = grid(.stem)
  let (in1, out1) = (grid(.down1), grid(.block1))
  let (in2, out2) = (grid(.down2), grid(.block2))
  let (in3, out3) = (grid(.down3), grid(.block3))
  let (in4, out4) = (grid(.down4), grid(.block4))
  let (up3, up2, up1) = (grid(.up3), grid(.up2), grid(.up1))
  /// The maps, and channels of zeros.
  let maps = FeatureGrid(side: NetworkLayer.mapSide, channels: 8)

  private static func grid(_ name: NetworkLayer.Name) -> FeatureGrid {
    let layer = NetworkLayer.all[name.rawValue]
    return FeatureGrid(side: layer.side, channels: layer.outputs)
  }

  private static let idle = Locked<[NetworkWorkspace]>([])

  /// Runs some work with a workspace that no other thread uses meanwhile.
  ///
  /// There are at most as many as threads that ran the network at the same time.
  static func borrow<Result>(_ work: (NetworkWorkspace) -> Result) -> Result {
    let workspace = idle.withLock { $0.popLast() } ?? NetworkWorkspace()
    defer { idle.withLock { $0.append(workspace) } }
    return work(workspace)
  }
}
