import RecordStore

/// A condition as it was written: names and values that have not been resolved.
indirect enum ConditionSyntax: Hashable {
  case constant(Bool)
  case compare(Path, RecordCondition.Comparison, Literal)
  case isOne(Path, [Literal])
  case text(Path, RecordCondition.TextTest, String)
  case pattern(Path, TextPattern)
  case any(Path, ConditionSyntax?)
  case count(Path, RecordCondition.Comparison, Int64, column: Int)
  /// A path alone: a Boolean value that must be true.
  case holds(Path)
  case not(ConditionSyntax)
  case and([ConditionSyntax])
  case or([ConditionSyntax])

  struct Path: Hashable {
    var names: [String]
    var isKey = false
    var column: Int
  }

  struct Literal: Hashable {
    enum Value: Hashable {
      case null
      case bool(Bool)
      case number(String)
      case string(String)
    }

    var value: Value
    var column: Int
  }
}
