// swift-tools-version: 6.2

import PackageDescription

/// Rules of the libraries that are empty where Apple's modules are missing.
///
/// What a new SDK warns of, a deprecation for example, must not keep an app from building; `Scripts/check-apple` holds
/// them to no warnings.
let apple: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// Whether this was fetched for an app or for another package.
///
/// Xcode and Swift's build system suppress the warnings of what they fetch, and refuse to treat them as errors too
/// (decision 0330). They check it out into a folder `checkouts`.
let isFetched = Context.packageDirectory.contains("/checkouts/")

/// What turns warnings into errors, where the tests run: on Linux, with the compilers that are known.
///
/// What a later compiler or Apple's modules warn of must not keep anyone from building.
#if os(Linux) && compiler(<6.4)
  let warnings: [SwiftSetting] = isFetched ? [] : [.treatAllWarnings(as: .error)]
#else
  let warnings: [SwiftSetting] = []
#endif

/// Language rules of every other Swift target in this package.
let strict = apple + warnings

/// Those of the targets that compute, whose Swift takes 10 to 100 times as long where it is not optimised.
///
/// `make test` sets the variable (decision 0607); a package with such flags cannot be depended on.
let computing: [SwiftSetting] =
  strict
  + (Context.environment["PHOTOPREP_OPTIMIZED_TESTS"] == nil
    ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))])

/// What only the program and its libraries need: packages of others are resolved for it alone, so that
/// an app, which asks for no trait, resolves none (decision 0330).
let program: TargetDependencyCondition? = .when(traits: ["Program"])

/// What brings the headers of libvips and libheif, and on macOS links them.
///
/// On Linux they are loaded when they are first needed (decision 0606): their own headers lie where compilers look, and
/// libvips's take GLib's.
#if os(Linux)
  let (headersOfVips, headersOfHEIF): (String, String?) = ("gobject-2.0", nil)
#else
  let (headersOfVips, headersOfHEIF): (String, String?) = ("vips", "libheif")
#endif

/// What computes digests where there is no CryptoKit.
#if os(Linux)
  let nettle: String? = "nettle"
#else
  let nettle: String? = nil
#endif

let package = Package(
  name: "photoprep",
  platforms: [.macOS(.v14), .iOS(.v17), .visionOS(.v26)],
  products: [
    .executable(name: "photoprep", targets: ["photoprep"]),
    .library(name: "PhotoGeometry", targets: ["PhotoGeometry"]),
    .library(name: "SmartCrop", targets: ["SmartCrop"]),
    .library(name: "PhotoStore", targets: ["PhotoStore"]),
    .library(name: "ImageIODecoding", targets: ["ImageIODecoding"]),
    .library(name: "PhotoWidgets", targets: ["PhotoWidgets"]),
    .library(name: "PhotoWriting", targets: ["ImageIOWriting", "PhotoWriting"]),
    .library(name: "Imaging", targets: ["Imaging"]),
    .library(name: "AppIcon", targets: ["AppIcon"]),
    .library(name: "PhotoPipeline", targets: ["PhotoPipeline"]),
    .library(name: "PhotoServing", targets: ["PhotoServing"]),
    .library(name: "WidgetPreview", targets: ["WidgetPreview", "WidgetDrawing"]),
    .plugin(name: "ValidateIcons", targets: ["ValidateIcons"]),
  ],
  traits: [
    .trait(name: "Program", description: "The program photoprep and the libraries it is made of."),
    .default(enabledTraits: ["Program"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibVips", pkgConfig: headersOfVips,
      providers: [.apt(["libvips-dev"]), .brew(["vips"])]),
    .target(name: "CVips", dependencies: ["CLibVips"]),
    .systemLibrary(
      name: "CLibPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CLibDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .target(
      name: "CPNG", dependencies: ["CLibDeflate", "CLibPNG"],
      linkerSettings: [
        .linkedLibrary("png16"), .linkedLibrary("z"), .linkedLibrary("deflate"),
      ]),
    .systemLibrary(
      name: "CLibJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    .target(
      name: "CJPEG", dependencies: ["CLibJPEG"], linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CPlanes"),
    .systemLibrary(
      name: "CLCMS", pkgConfig: "lcms2",
      providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .systemLibrary(
      name: "CLibHEIF", pkgConfig: headersOfHEIF,
      providers: [.apt(["libheif-dev"]), .brew(["libheif"])]),
    .target(name: "CHEIF", dependencies: ["CLibHEIF"]),
    // Opens libavcodec where it is there, and links nothing.
    .target(name: "CHEVC"),
    .target(name: "PhotoGeometry", swiftSettings: computing),
    .target(name: "SmartCropModel", swiftSettings: strict),
    .target(name: "CConvolution"),
    .target(
      name: "SmartCrop", dependencies: ["CConvolution", "PhotoGeometry", "SmartCropModel"],
      swiftSettings: computing),
    .target(
      name: "Imaging",
      dependencies: [
        "CVips", "CHEIF", "CHEVC", "CPNG", "CJPEG", "CLCMS", "CPlanes", "PhotoGeometry",
      ],
      swiftSettings: computing),
    .target(
      name: "AppIcon",
      dependencies: [
        "HostPlatform", "Imaging", "PhotoGeometry", "PhotoStore", "SystemFiles",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
        .product(name: "Yams", package: "Yams", condition: program),
      ],
      swiftSettings: computing),
    .target(name: "CFiles"),
    .target(name: "CPlatform"),
    .systemLibrary(
      name: "CExpat", pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .systemLibrary(
      name: "CNettle", pkgConfig: nettle, providers: [.apt(["nettle-dev"])]),
    .target(
      name: "HostPlatform", dependencies: ["CExpat", "CNettle", "CPlatform"], swiftSettings: strict),
    .target(
      name: "SystemFiles",
      dependencies: [
        "HostPlatform", "CFiles", "PhotoGeometry",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: strict),
    .target(name: "CWorkers"),
    .target(
      name: "Workers",
      dependencies: [
        "HostPlatform", "CWorkers", "PhotoGeometry",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: strict),
    // Xcode copies its PrivacyInfo.xcprivacy unasked.
    .target(name: "PhotoStore", dependencies: ["PhotoGeometry"], swiftSettings: computing),
    // Empty where there is no ImageIO.
    .target(
      name: "ImageIODecoding", dependencies: ["PhotoGeometry", "PhotoStore"], swiftSettings: apple),
    .target(
      name: "PhotoWriting", dependencies: ["PhotoGeometry", "PhotoStore", "SmartCrop"],
      swiftSettings: strict),
    // Empty where there is no ImageIO.
    .target(
      name: "ImageIOWriting",
      dependencies: [
        "ImageIODecoding", "PhotoGeometry", "PhotoStore", "PhotoWriting", "SmartCrop",
      ],
      swiftSettings: apple),
    // Empty where there is no WidgetKit.
    .target(
      name: "PhotoWidgets", dependencies: ["ImageIODecoding", "PhotoStore"], swiftSettings: apple),
    .systemLibrary(
      name: "CCatalog", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(
      name: "PhotoCatalog",
      dependencies: [
        "CCatalog", "HostPlatform", "PhotoGeometry", "PhotoStore", "SystemFiles",
        .product(name: "GRDB", package: "GRDB.swift", condition: program),
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: strict),
    .target(
      name: "FocusReading",
      dependencies: [
        "HostPlatform", "Imaging", "PhotoGeometry", "PhotoStore", "PhotoWriting", "SmartCrop",
        "SystemFiles",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: strict),
    .target(
      name: "PhotoPipeline",
      dependencies: [
        "HostPlatform", "FocusReading",
        "PhotoGeometry", "SmartCrop", "Imaging", "SystemFiles", "PhotoStore", "PhotoCatalog",
        "PhotoWriting", "Workers",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: computing),
    .target(
      name: "WidgetPreview", dependencies: ["PhotoGeometry", "PhotoStore"],
      resources: [.embedInCode("Templates")], swiftSettings: computing),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo",
      providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
    .target(
      name: "WidgetDrawing",
      dependencies: ["CPango", "Imaging", "PhotoGeometry", "PhotoStore", "WidgetPreview"],
      swiftSettings: computing),
    .target(
      name: "PhotoServing",
      dependencies: [
        "PhotoCatalog", "PhotoGeometry", "PhotoPipeline", "PhotoStore", "HostPlatform",
        "SystemFiles", "WidgetDrawing",
        "WidgetPreview",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: strict),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    .target(
      name: "PhotoReview",
      dependencies: [
        "CQREncode", "HostPlatform", "Imaging", "PhotoCatalog", "PhotoGeometry", "PhotoPipeline",
        "PhotoStore",
        "WidgetDrawing",
        "WidgetPreview",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      resources: [.embedInCode("Web")],
      swiftSettings: strict),
    .executableTarget(
      name: "photoprep",
      dependencies: [
        "HostPlatform", "AppIcon", "Imaging", "PhotoCatalog", "PhotoGeometry", "PhotoPipeline",
        "PhotoReview",
        "PhotoServing", "PhotoStore", "PhotoWriting", "SystemFiles", "WidgetDrawing",
        "WidgetPreview",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: program),
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      resources: [.embedInCode("Licences")],
      swiftSettings: strict),
    .plugin(
      name: "ValidateIcons",
      capability: .command(
        intent: .custom(
          verb: "validate-icons", description: "Checks the icons of the package, or of named paths."
        ))),
    .target(
      name: "_TestSupport", dependencies: ["PhotoGeometry"], path: "Tests/_TestSupport",
      swiftSettings: strict),
    .target(
      name: "_CSandboxProbes", dependencies: ["CWorkers"], path: "Tests/_CSandboxProbes"),
    .target(
      name: "_TestFileSystems",
      dependencies: [
        "PhotoGeometry", "SystemFiles",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      path: "Tests/_TestFileSystems", swiftSettings: strict),
    .testTarget(
      name: "PhotoGeometryTests", dependencies: ["PhotoGeometry"], swiftSettings: strict),
    .testTarget(
      name: "SmartCropTests",
      dependencies: [
        "CConvolution", "HostPlatform", "SmartCrop", "PhotoGeometry", "_TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ImagingTests", dependencies: ["CPlanes", "Imaging", "PhotoGeometry", "_TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "AppIconTests",
      dependencies: ["AppIcon", "Imaging", "PhotoGeometry", "PhotoStore", "_TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SystemFilesTests",
      dependencies: [
        "CFiles", "SystemFiles", "_TestFileSystems", "_TestSupport",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WorkersTests",
      dependencies: [
        "CWorkers", "PhotoGeometry", "Workers", "_CSandboxProbes", "_TestSupport",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PhotoStoreTests", dependencies: ["PhotoStore", "PhotoGeometry", "_TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PhotoWritingTests",
      dependencies: [
        "ImageIOWriting", "Imaging", "PhotoCatalog", "PhotoGeometry", "PhotoPipeline", "PhotoStore",
        "PhotoWriting", "SmartCrop", "_TestSupport",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PhotoCatalogTests",
      dependencies: [
        "PhotoCatalog", "PhotoStore", "PhotoGeometry", "SystemFiles", "_TestFileSystems",
        "_TestSupport",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FocusReadingTests",
      dependencies: [
        "FocusReading", "Imaging", "PhotoGeometry", "PhotoStore", "SmartCrop", "SystemFiles",
        "_TestSupport",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PhotoPipelineTests",
      dependencies: [
        "FocusReading",
        "PhotoPipeline", "PhotoGeometry", "SmartCrop", "Imaging", "SystemFiles", "PhotoStore",
        "PhotoCatalog", "PhotoWriting", "HostPlatform", "Workers", "_TestFileSystems",
        "_TestSupport",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: strict),
    .testTarget(name: "PhotoServingTests", dependencies: ["PhotoServing"], swiftSettings: strict),
    .testTarget(
      name: "PhotoReviewTests",
      dependencies: [
        "PhotoReview", "PhotoPipeline", "PhotoGeometry", "PhotoStore", "_TestSupport",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WidgetPreviewTests",
      dependencies: [
        "Imaging", "PhotoGeometry", "PhotoStore", "WidgetDrawing", "WidgetPreview", "_TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "ImageIODecoding", "PhotoPipeline", "PhotoStore", "PhotoWriting", "SmartCrop",
        "PhotoGeometry", "_TestSupport", "photoprep",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "photoprep", "PhotoPipeline", "PhotoStore", "SystemFiles", "Workers", "Imaging",
        "PhotoGeometry", "_TestSupport",
        .product(name: "SystemPackage", package: "swift-system", condition: program),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
