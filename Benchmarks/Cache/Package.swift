// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "CacheBenchmark",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "photoprep", path: "../..")],
  targets: [
    .executableTarget(
      name: "CacheBenchmark", dependencies: [.product(name: "PhotoStore", package: "photoprep")],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
