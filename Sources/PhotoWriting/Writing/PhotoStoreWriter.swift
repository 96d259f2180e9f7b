public import Foundation
public import PhotoGeometry
public import PhotoStore
import SmartCrop

/// Prepares photos in an app or a share extension: the writing side of a container that `PhotoReader` reads.
///
/// ```swift
/// let writer = try PhotoStoreWriter(container: groupURL, codec: ImageIOCodec())
/// let record = try writer.add(photo, named: "beach.heic", toAlbum: "holiday")
/// ```
///
/// Names, records and albums are those of `photoprep prep`, except for the recipe, which names the codec. Every file
/// gets its name only when complete, a record after its pictures, so a widget may read at any moment; a
/// call that is cut off leaves nothing that is read. Any number of processes may write at once, `photoprep` among them
/// (decision 0350).
///
/// A photo is decoded at the size of its master at most: one of 12 or of 48 megapixels needs some 65 MB, beside the
/// codec's own, of the 120 MB after which the system ends a share extension.
public struct PhotoStoreWriter<Codec: PhotoCodec>: Sendable {
  /// The container.
  public let container: PhotoContainer
  /// Everything that decides the pixels, except the photo and its focus.
  public let recipe: Recipe

  let codec: Codec
  let clock: @Sendable () -> Date

  /// Opens a container for writing, and makes missing folders.
  ///
  /// - Parameters:
  ///   - container: The URL from `containerURL(forSecurityApplicationGroupIdentifier:)`.
  ///   - codec: Decodes photos and encodes pictures.
  ///   - screen: The screen whose widgets the renders are for.
  ///   - clock: Returns the date of preparation.
  /// - Throws: `store-missing` where there is no folder; `store-too-new`, `store-settings`; `unreadable-document` where
  ///   a folder in it is a symbolic link; `not-written`.
  public init(
    container: URL, codec: Codec, screen: WidgetScreen = .largestPhone,
    clock: @escaping @Sendable () -> Date = { Date() }
  ) throws(PhotoprepError) {
    self.container = try PhotoContainer(url: container)
    self.codec = codec
    self.clock = clock
    recipe = Recipe(
      algorithmVersion: SmartCropVersion.algorithm, frames: screen.frames,
      subjects: AnalysisMethod.learned.subjects, analysis: AnalysisMethod.learned.identity,
      codec: codec.name)
    try self.container.makeFolders()
  }

  /// Prepares a photo, which takes seconds: call it off the main actor.
  ///
  /// A photo that is prepared already is not prepared again; its new name is added to its record. If older rules
  /// cropped it, or `photoprep` prepared it for the same screen, what a person framed there stays framed (decision
  /// 0707). A record of it that is damaged goes to the trash of `photoprep`, in `.photoprep/trash`.
  ///
  /// - Parameters:
  ///   - photo: The photo's bytes; read with `Data(contentsOf:options: .mappedIfSafe)`, they take no memory.
  ///   - name: The photo's name for people, for example its file's name.
  ///   - focus: The places that a person pointed at; every crop keeps them.
  ///   - album: An album to add the photo to, as ``add(_:toAlbum:every:)`` does; `nil` for none.
  /// - Returns: The photo's record.
  /// - Throws: `image-undecodable`, `photo-unusable`, `not-written`; `document-too-new` for a photo that a newer
  ///   version prepared, and `unreadable-document` if its record cannot be opened, as on a locked phone; what the codec
  ///   throws; as ``add(_:toAlbum:every:)`` for an album.
  @discardableResult
  public func add(
    _ photo: Data, named name: String, focus: [FocusArea] = [], toAlbum album: String? = nil
  ) throws(PhotoprepError) -> PhotoRecord {
    let record = try prepared(photo, named: name, focus: focus)
    if let album { try add([record], toAlbum: album) }
    return record
  }

  private func prepared(
    _ photo: Data, named name: String, focus: [FocusArea]
  ) throws(PhotoprepError) -> PhotoRecord {
    var recipe = recipe
    recipe.focus = focus
    let digest = codec.digest(of: photo)
    let recipeID = RecipeID(codec.digest(of: Data(recipe.json.compactBytes)))
    let staging = try StagedFiles(in: container)
    defer { staging.remove() }
    let source = SourceName(name)
    if let known = try known(RecordID(photo: PhotoID(digest), recipe: recipeID)),
      known.preparation.digest == digest
    {
      var record = known
      record.preparation = record.preparation.adding(sources: [source])
      if record != known { record = try staging.place(record) }
      // A cleanup may have taken pictures away meanwhile; from here on it finds the record and leaves them.
      if try self.known(record.id) != nil { return record }
    }
    let pictures: MadePictures
    do {
      pictures = try PhotoMaking(codec: codec, recipe: recipe).pictures(of: photo, named: name)
    } catch {
      // A codec knows bytes but no names.
      throw error.path.isEmpty ? error.about(name) : error
    }
    var preparation = pictures.preparation(
      of: digest, recipeID, source: source, digest: codec.digest)
    for file in preparation.files {
      guard let picture = pictures.picture(file.name.role) else { continue }
      try staging.place(picture.jpeg, named: file.name.description, in: container.layout.images)
    }
    if try container.readable(preparation.id) == nil {
      preparation.hand = try carriedHandWork(to: preparation.id, by: recipe, staging)
    }
    // Hand work and unknown keys stay when the photo is prepared again.
    return try staging.place(PhotoRecord(preparation, preparedAt: clock()))
  }

  /// Puts renders in place that a person framed before the rules changed, for a photo's first record by today's.
  private func carriedHandWork(
    to id: RecordID, by recipe: Recipe, _ staging: StagedFiles
  ) throws(PhotoprepError) -> HandWork? {
    let others = try container.recordIDs().filter { $0.photo == id.photo }
      .compactMap { try? container.record($0).preparation }
    let hand = HandWork.older(among: others, than: recipe)
    guard let carried = hand?.carried(to: id, recipe.frames.families, bytes: wholeBytes) else {
      return nil
    }
    for (name, bytes) in carried.files {
      try staging.place(bytes, named: name.description, in: container.layout.images)
    }
    return carried.work
  }

  /// The bytes of a picture; `nil` if they are lost or damaged.
  private func wholeBytes(of file: StoredFile) -> Data? {
    guard container.hasWhole([file]), let place = container.imageURL(file.name.description),
      let bytes = try? Data(contentsOf: place), codec.digest(of: bytes) == file.digest
    else { return nil }
    return bytes
  }

  /// The record of a photo, if all its pictures are complete.
  private func known(_ id: RecordID) throws(PhotoprepError) -> PhotoRecord? {
    guard let record = try container.readable(id) else { return nil }
    return container.hasWhole(record.preparation.files) ? record : nil
  }
}
