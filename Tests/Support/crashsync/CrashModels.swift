import Foundation
import OpenSwiftData

/// Something that one writer made; its name is the writer's and a number.
@Model
final class CrashItem {
  var writer: String
  var number: Int
  /// Set by who made it alone.
  var own = 0
  /// Set by who did not make it alone.
  var foreign = 0
  /// Set by everybody.
  var shared = ""
  var box: CrashBox?

  init(writer: String, number: Int) { (self.writer, self.number) = (writer, number) }

  var name: String { "\(writer)\(number)" }

  /// Items that nobody but their makers touches, and that these delete.
  var isMortal: Bool { number % 5 == 0 }
}

/// What items stand in; each writer puts its own items into boxes of everybody's.
@Model
final class CrashBox {
  @Attribute(.unique) var number: Int
  @Relationship(inverse: \CrashItem.box) var items: [CrashItem] = []

  init(number: Int) { self.number = number }
}
