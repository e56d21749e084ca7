import Foundation

// Declares the same initializer as `AppleShims`, as a later Foundation may.

extension String {
  package init(
    localized key: String, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = "later"
  }
}

package struct LocalizedStringResource: ExpressibleByStringLiteral, Sendable {
  package init(stringLiteral value: String) {}

  package var origin: String { "later" }
}

package struct Logger {
  package init() {}
}

extension FileManager {
  package func containerURL(forSecurityApplicationGroupIdentifier identifier: String) -> URL? {
    URL(fileURLWithPath: "/later")
  }
}

extension MutableCollection {
  package mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {}
}

extension RangeReplaceableCollection where Self: MutableCollection {
  package mutating func remove(atOffsets offsets: IndexSet) {}
}

extension Notification.Name {
  package static var NSPersistentStoreRemoteChange: Notification.Name {
    Notification.Name("later")
  }
}
