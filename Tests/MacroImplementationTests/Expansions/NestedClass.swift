// swift-format-ignore-file

extension Versions {
  enum First: VersionedSchema {
    @Model
    final class Trip {
      var name: String
      init(name: String) { self.name = name }
    }
  }
}
