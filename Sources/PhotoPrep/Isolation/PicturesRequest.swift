internal import PhotoStore
internal import SmartCrop
internal import SystemPackage
internal import Workers

/// A message to a worker: make the pictures of one photo.
struct PicturesRequest {
  let recipe: Recipe
  let photo: [UInt8]
  /// What matters in it by what its metadata said, where the bytes have lost that.
  let regions: [FocusRegion]

  var message: Message {
    let regions = JSONValue.array(regions.map { FocusRegion.JSONForm($0).value })
    return Message([recipe.json.compactBytes, photo, regions.compactBytes])
  }

  init(recipe: Recipe, photo: [UInt8], regions: [FocusRegion] = []) {
    self.recipe = recipe
    self.photo = photo
    self.regions = regions
  }

  /// Reads a request; `nil` when the message is none.
  init?(_ message: Message) {
    guard message.parts.count == 3,
      let recipe = JSONValue(part: 0, of: message).flatMap(Recipe.init),
      let regions = JSONValue(part: 2, of: message)?.array
    else { return nil }
    self.init(
      recipe: recipe, photo: message.parts[1],
      regions: regions.compactMap(FocusRegion.init(json:)))
  }
}

/// What a worker answers: the pictures, or why there are none.
struct PicturesAnswer {
  let result: Result<PhotoPictures, Rejection>
  let steps: [StepTimes.Step]

  var message: Message {
    let steps = JSONValue.array(steps.map(\.json))
    switch result {
    case .success(let pictures):
      let values = JSONValue.object(["pictures": pictures.json, "steps": steps])
      return Message([values.compactBytes] + pictures.all.map(\.jpeg.bytes))
    case .failure(let rejection):
      let values = JSONValue.object(["rejection": rejection.json, "steps": steps])
      return Message([values.compactBytes])
    }
  }
}

extension PicturesAnswer {
  /// Reads an answer about a photo; `nil` when the message is none.
  ///
  /// A worker has read what somebody else made, so nothing it says is taken on trust.
  init?(_ message: Message, about path: FilePath) {
    guard let values = JSONValue(part: 0, of: message)?.object,
      let steps = values["steps"]?.array?.compactMap(StepTimes.Step.init(json:))
    else { return nil }
    self.steps = steps
    if let rejection = values["rejection"].flatMap({ Rejection(json: $0, path: path) }) {
      result = .failure(rejection)
    } else if let pictures = values["pictures"].flatMap({
      PhotoPictures(json: $0, files: Array(message.parts.dropFirst()))
    }) {
      result = .success(pictures)
    } else {
      return nil
    }
  }
}

extension Rejection {
  fileprivate var json: JSONValue {
    .object([
      "code": .string(code), "message": .string(message),
      "remedy": remedy.map(JSONValue.string) ?? .null,
      "detail": detail.map(JSONValue.string) ?? .null,
    ])
  }

  fileprivate init?(json: JSONValue, path: FilePath) {
    guard let values = json.object, let code = values["code"]?.string,
      let message = values["message"]?.string
    else { return nil }
    self.init(
      path: path, code: code, message: message, remedy: values["remedy"]?.string,
      detail: values["detail"]?.string)
  }
}

extension StepTimes.Step {
  fileprivate var json: JSONValue {
    .array([.string(name), .double(processor), .double(wall), .integer(count)])
  }

  fileprivate init?(json: JSONValue) {
    guard let values = json.array, values.count == 4, let name = values[0].string,
      let processor = values[1].double, let wall = values[2].double, let count = values[3].integer
    else { return nil }
    self.init(name: name, processor: processor, wall: wall, count: count)
  }
}
