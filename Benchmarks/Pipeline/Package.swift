// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "pipeline-bench",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "photoprep", path: "../..")],
  targets: [
    .executableTarget(
      name: "pipeline-bench",
      dependencies: [
        .product(name: "Imaging", package: "photoprep"),
        .product(name: "SmartCrop", package: "photoprep"),
        .product(name: "PhotoGeometry", package: "photoprep"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
