internal import ArgumentParser
internal import PhotoCatalog
internal import PhotoPipeline
internal import SystemPackage

extension StoreCommand {
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Packs designs with every image they name into a .wwdesign file.",
      usage: "photoprep store export [<design> ...] [--all] [--album <name>] <file> --store <dir>",
      discussion: """
        Writes the published app's package with designs, masters and renders. photoprep's own part, \
        which the app ignores, adds albums with their images, the designs' file names and digests. The \
        same content gives the same bytes. Content beyond a package's limits (64 MiB, 200 images, 256 \
        MiB of decoded pixels) goes into further files, <file>-2, <file>-3 and so on, each complete in \
        itself. An album that is too large for one package is divided into several albums. Files with \
        higher numbers, of a larger export before, stay; the command names them.

        Example:
          photoprep store export holiday beach holiday.wwdesign --store Container
          photoprep store export --all everything.wwdesign --store Container
        """)

    @OptionGroup var place: StoreOption

    @Argument(
      help: ArgumentHelp(
        "File names of designs, with or without .json; the last one is the file to write.",
        valueName: "design ... file"))
    var names: [String]

    @Flag(help: "Pack every design and every album.")
    var all = false

    @Option(
      help: ArgumentHelp(
        "Also pack this album, in addition to those that the designs name; may be repeated.",
        valueName: "name"))
    var album: [String] = []

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var form: JSONOption

    func validate() throws {
      if all, names.count > 1 || !album.isEmpty {
        throw ValidationError("Name designs and albums, or say --all, not both.")
      }
      if !all, names.count == 1, album.isEmpty {
        throw ValidationError("Name the designs to pack before '\(names[0])', or say --all.")
      }
    }

    func run() throws {
      let console = Console(isJSON: form.json)
      let paths = RawArguments.paths(for: names)
      let selection = ExportSelection(
        designs: Array(names.dropLast()), albums: album, isEverything: all)
      try reportingFailure {
        try place.opening(for: .read) { store in
          try PackageExchange(of: store).export(
            selection, to: paths[paths.count - 1], replacing: force
          ) { try console.result($0) }
        }
      }
    }
  }
}

extension ExportedPackage: Shown {
  var text: String {
    "\(file.displayText): \(counted(designCount, "design")), \(counted(albumCount, "album")), "
      + "\(counted(imageCount, "image")), \((byteCount + 500) / 1000) kB"
      + (others.isEmpty
        ? ""
        : "; not of this export, and still there: "
          + others.map(\.displayText).joined(separator: ", "))
  }

  var fields: JSONFields {
    [
      "event": "exported", "path": file, "designs": designCount, "albums": albumCount,
      "images": imageCount, "bytes": byteCount,
      "others": others.isEmpty ? nil : others.map(\.string),
    ]
  }
}
