package import PhotoStore
import SystemFiles
package import SystemPackage

/// Pictures of a photo that older rules have cropped and that today's rules would crop again.
package struct OlderCrop: Sendable {
  /// The records that ask for these pictures, those of the newest rules first; at least one.
  package let records: [PhotoRecord]
  /// What their recipe would be today, but for detectors and encoder, which are the first record's.
  package let today: Recipe

  package var photo: PhotoID { records[0].id.photo }
}

/// The photos in a store that older rules have cropped, in the order of their names.
///
/// `store check` notes the same photos: both use ``CropGeneration``. Memory holds one photo's records.
package struct OlderCrops: Sequence, IteratorProtocol {
  /// What the walk came upon.
  package enum Item: Sendable {
    /// Pictures to make again.
    case older(OlderCrop)
    /// A photo that has nothing to make again; one of its records.
    case current(PhotoRecord)
    /// A record that cannot be read, which a check names as well.
    case unreadable(FilePath, PhotoprepError)
    /// The folder of records cannot be read on.
    case failed(any Error)
  }

  private let store: Store
  private let generation: CropGeneration
  private let isWanted: (PhotoID) throws -> Bool
  private var names: FolderNames
  /// The first record of the next photo.
  private var following: RecordID?
  private var items: [Item] = []

  /// Starts a walk over a store, which may be added to meanwhile; `isWanted` is asked once for each photo.
  package init(
    in store: Store, by generation: CropGeneration,
    where isWanted: @escaping (PhotoID) throws -> Bool
  ) throws {
    (self.store, self.generation, self.isWanted) = (store, generation, isWanted)
    names = try FolderNames(in: store.paths.photos, store.fileSystem)
    following = try names.nextRecord()
  }

  /// Returns what comes next, or `nil` at the end.
  package mutating func next() -> Item? {
    do {
      while items.isEmpty {
        guard let photo = following?.photo else { return nil }
        let records = try namesOfNextPhoto()
        if try isWanted(photo) { items = found(in: records).reversed() }
      }
      return items.popLast()
    } catch {
      following = nil
      return .failed(error)
    }
  }

  private mutating func namesOfNextPhoto() throws -> [RecordID] {
    var records: [RecordID] = []
    while let id = following, id.photo == records.first?.photo ?? id.photo {
      records.append(id)
      following = try names.nextRecord()
    }
    return records
  }

  private func found(in ids: [RecordID]) -> [Item] {
    var records: [PhotoRecord] = []
    var items: [Item] = []
    for id in ids {
      do {
        let record = try store.record(id)
        // A record under another's name is damage that a check names.
        if record.id == id { records.append(record) }
      } catch {
        items.append(.unreadable(store.paths.record(id), error))
      }
    }
    items += older(among: records).map(Item.older)
    if items.isEmpty, let record = records.first { items = [.current(record)] }
    return items
  }

  private func older(among records: [PhotoRecord]) -> [OlderCrop] {
    let older = generation.older(among: records.map(\.preparation.recipe)).map {
      (record: records[$0.index], today: $0.today)
    }
    let newestFirst = older.sorted { $0.record.isOfNewerRules(than: $1.record) }
    var crops: [OlderCrop] = []
    for (record, today) in newestFirst {
      if let index = crops.firstIndex(where: { $0.today.withoutMakers == today.withoutMakers }) {
        crops[index] = OlderCrop(
          records: crops[index].records + [record], today: crops[index].today)
      } else {
        crops.append(OlderCrop(records: [record], today: today))
      }
    }
    return crops
  }
}

extension PhotoRecord {
  /// Orders records of one photo by their rules; by their names where these are the same.
  fileprivate func isOfNewerRules(than other: PhotoRecord) -> Bool {
    let (mine, others) = (preparation.recipe, other.preparation.recipe)
    return (mine.algorithmVersion, mine.encoderRevision, id.fileName)
      > (others.algorithmVersion, others.encoderRevision, other.id.fileName)
  }
}

/// Which rules choose crops today, so that it can be said which photos older rules have cropped.
package struct CropGeneration: Sendable {
  package let algorithmVersion: Int
  /// What today's learned analysis is called in recipes.
  package let learnedAnalysis: String

  package init(algorithmVersion: Int, learnedAnalysis: String) {
    (self.algorithmVersion, self.learnedAnalysis) = (algorithmVersion, learnedAnalysis)
  }

  /// Returns what a recipe would be today: the same but for the rules that choose crops, and for families that a newer
  /// system has brought to the screen.
  ///
  /// An analysis by cues alone was chosen by a person and stays; one that had learned otherwise
  /// gives way to today's. Rules that are newer than these stay whole.
  func recipe(today recipe: Recipe) -> Recipe {
    guard recipe.algorithmVersion <= algorithmVersion else { return recipe }
    var today = recipe.with(frames: recipe.frames.ofNewestSystem)
    today.algorithmVersion = algorithmVersion
    if recipe.analysis != Recipe.heuristicAnalysis { today.analysis = learnedAnalysis }
    return today
  }

  /// Returns the places of those of one photo's recipes that are of older rules and have none of today's beside them,
  /// rising, each with what it would be today.
  ///
  /// Beside counts a recipe that asks for the same pictures by today's rules, whichever detectors
  /// and encoder it was made with (decision 0708).
  func older(among recipes: [Recipe]) -> [(index: Int, today: Recipe)] {
    let current = Set(recipes.filter { recipe(today: $0) == $0 }.map(\.withoutMakers))
    return recipes.indices.compactMap { index in
      let today = recipe(today: recipes[index])
      guard today != recipes[index], !current.contains(today.withoutMakers) else { return nil }
      return (index, today)
    }
  }
}

extension WidgetFrames {
  /// The frames with those of families that the newest system has on the same screen.
  fileprivate var ofNewestSystem: WidgetFrames {
    let screen = WidgetScreen.all.first { $0.frames.cover(self) }
    return screen?.frames ?? self
  }
}

extension Recipe {
  /// The recipe regardless of which detectors looked and which encoder wrote.
  var withoutMakers: Recipe {
    var recipe = self
    (recipe.subjects, recipe.encoderRevision, recipe.codec) = ("", 0, nil)
    return recipe
  }
}
