// swift-tools-version: 6.2
import PackageDescription

// Your own package names the library by its address instead:
// .package(url: "https://…/OpenSwiftData.git", from: "0.1.0")
let library: [Package.Dependency] = [.package(name: "OpenSwiftData", path: "../..")]
let swiftData: Target.Dependency = .product(name: "SwiftData", package: "OpenSwiftData")

let package = Package(
  name: "GettingStarted",
  platforms: [.macOS(.v15)],
  dependencies: library,
  targets: [
    .executableTarget(name: "MinecraftSpotsBasics", dependencies: [swiftData]),
    .executableTarget(name: "AppcadiaBasics", dependencies: [swiftData]),
    .executableTarget(name: "ReadItLaterBasics", dependencies: [swiftData]),
    .executableTarget(name: "SampleTripsBasics", dependencies: [swiftData]),
  ]
)
