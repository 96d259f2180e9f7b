/// The maps that a ``MapNetwork`` makes.
struct NetworkOutput: Hashable, Sendable {
  /// How many are mirrored as they are when the picture is.
  let even: Int
  /// How many also change their sign then; they come after the even ones.
  let odd: Int

  /// Object, gaze, face, thing, glance and keep (``NetworkMaps``).
  static let importance = NetworkOutput(even: 6, odd: 0)
  /// Score, width, height and place below and to the right of each cell (``HeadNetwork``).
  static let heads = NetworkOutput(even: 4, odd: 1)

  /// How many there are.
  var count: Int { even + odd }
}
