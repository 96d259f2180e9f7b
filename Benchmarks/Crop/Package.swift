// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "crop-bench",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "photoprep", path: "../..")],
  targets: [
    .executableTarget(
      name: "crop-bench",
      dependencies: [
        .product(name: "SmartCrop", package: "photoprep"),
        .product(name: "PhotoGeometry", package: "photoprep"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
