import Foundation
import SQLCore

/// A node of a predicate that knows how to say itself in SQL.
///
/// Foundation's generic nodes conform unconditionally and cast each child, so that the one child
/// that cannot be expressed is known, instead of the whole tree failing to conform.
protocol SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation
}

/// What became of a node.
enum Translation {
  /// The node does not depend on the row; whoever needs its value evaluates it, once.
  case constant
  case sql(SQLExpression)
}

/// One side of an operator.
enum Operand<Value> {
  case sql(SQLExpression)
  case value(Value)
}

/// What is known at a place within a predicate.
struct TranslationContext {
  /// What the predicate is about.
  let root: ModelRow
  /// The values of the variables that a constant collection or optional was opened into.
  var bindings = PredicateBindings()
  private var scope: [(key: PredicateExpressions.VariableID, meaning: Translation)] = []
  private var depth = 0
  /// Whether a part lies too deep to be looked at.
  private(set) var isCutOff = false
  /// Whether the runtime must not be asked what nodes conform to under conditions on their children.
  private var avoidsShapes = false

  /// The aliases of the tables that the place is within a subquery on.
  private var openTables: Set<String> = []

  /// What the database can do.
  private let features: SQLFeatures

  init(root: ModelRow) {
    self.root = root
    features = root.columns.features
  }

  /// Whether the database can call functions of Swift's.
  var callsFunctions: Bool { features.hasClientFunctions }

  /// Whether decimals are numbers of the database.
  var comparesDecimals: Bool { features.comparesDecimals }

  /// Whether the database can tell candidates for what Swift's functions would find.
  var tellsCandidates: Bool { !features.hasClientFunctions && features.comparesNormalForms }

  /// SQLite refuses expressions deeper than 1000, of which a node may need several.
  private static let depthLimit = 150

  /// The node as SQL that has a value exactly where evaluating the node gives one.
  mutating func translate<Node: PredicateExpression>(
    _ node: Node
  ) throws(Untranslatable) -> Translation {
    let translation = try translateCondition(node)
    if case .sql(let expression) = translation, expression.hidesFailures {
      throw Untranslatable(Self.name(of: Node.self), .unwrapping)
    }
    return translation
  }

  /// The node where conditions are joined: one that cannot be told leaves the others in force, as
  /// it does where they are evaluated in memory.
  mutating func translateCondition<Node: PredicateExpression>(
    _ node: Node
  ) throws(Untranslatable) -> Translation {
    // Whether a node has a shape was asked already, and the runtime remembers the answer.
    guard depth < Self.depthLimit else {
      isCutOff = true
      throw Untranslatable("Predicate", .tooDeep)
    }
    let shaped = avoidsShapes ? nil : Node.self as? any FingerprintedExpression.Type
    guard let type = shaped ?? Node.self as? any SQLTranslatable.Type else {
      throw Untranslatable(Self.name(of: Node.self))
    }
    depth += 1
    defer { depth -= 1 }
    let translation = try translate(node, as: type)
    if case .sql(let expression) = translation, !expression.sql.isSupported(by: features) {
      throw Untranslatable(Self.name(of: Node.self))
    }
    return translation
  }

  /// `node`, whose type is `Translatable`; casting the value instead of its type would copy it into
  /// a box and cost several times as much.
  private mutating func translate<Node, Translatable: SQLTranslatable>(
    _ node: Node, as _: Translatable.Type
  ) throws(Untranslatable) -> Translation {
    try unsafeBitCast(node, to: Translatable.self).translated(in: &self)
  }

  /// Prepares for a predicate or an expression whose nodes are of any type.
  mutating func enter<Node: PredicateExpression>(_ node: Node) {
    avoidsShapes = avoidsShapes || PredicateDepth.mayBeDeep(Node.self)
  }

  /// `body` where only a part of a condition is translated; nil where that lies too deep.
  mutating func deeper<Result>(_ body: (inout TranslationContext) -> Result) -> Result? {
    guard depth < Self.partDepthLimit else {
      isCutOff = true
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    return body(&self)
  }

  /// Below the other limit, since each part begins once more with the whole of its own.
  private static let partDepthLimit = 100

  /// The name of a node without its generic parameters.
  private static func name<Node>(of node: Node.Type) -> String {
    guard !PredicateDepth.mayBeDeep(node) else { return "Predicate" }
    return String(String(describing: node).prefix { $0 != "<" })
  }

  // MARK: Variables

  mutating func define(_ key: PredicateExpressions.VariableID, as meaning: Translation) {
    scope.append((key, meaning))
  }

  mutating func undefine(_ key: PredicateExpressions.VariableID) {
    if let index = scope.lastIndex(where: { $0.key == key }) { scope.remove(at: index) }
  }

  func meaning(of key: PredicateExpressions.VariableID) -> Translation? {
    scope.last { $0.key == key }?.meaning
  }

  /// What `body` makes within a subquery on `table`.
  ///
  /// - Throws: `Untranslatable` within another one on it, where its alias would mean two rows.
  mutating func within<Result>(
    _ table: String, _ body: (inout TranslationContext) throws(Untranslatable) -> Result
  ) throws(Untranslatable) -> Result {
    guard openTables.insert(table).inserted else { throw Untranslatable("Filter", .tooDeep) }
    defer { openTables.remove(table) }
    return try body(&self)
  }

  // MARK: Constants

  /// The value of a node that does not depend on the row.
  func value<Node: PredicateExpression>(
    of node: Node
  ) throws(Untranslatable) -> Node.Output {
    do {
      return try node.evaluate(bindings)
    } catch {
      throw Untranslatable(Self.name(of: Node.self), .evaluation)
    }
  }

  mutating func operand<Node: PredicateExpression>(
    _ node: Node
  ) throws(Untranslatable) -> Operand<Node.Output> {
    switch try translate(node) {
    case .sql(let expression): .sql(expression)
    case .constant: .value(try value(of: node))
    }
  }

  /// One side of `&&` and its like.
  mutating func condition<Node: PredicateExpression>(
    _ node: Node
  ) throws(Untranslatable) -> Operand<Node.Output> {
    switch try translateCondition(node) {
    case .sql(let expression): .sql(expression)
    case .constant: .value(try value(of: node))
    }
  }

  /// Both sides of an operator; nil where neither depends on the row.
  mutating func operands<Left: PredicateExpression, Right: PredicateExpression>(
    _ left: Left, _ right: Right
  ) throws(Untranslatable) -> (Operand<Left.Output>, Operand<Right.Output>)? {
    switch (try translate(left), try translate(right)) {
    case (.constant, .constant): nil
    case (.constant, .sql(let right)): (.value(try value(of: left)), .sql(right))
    case (.sql(let left), .constant): (.sql(left), .value(try value(of: right)))
    case (.sql(let left), .sql(let right)): (.sql(left), .sql(right))
    }
  }

  /// The value as its column stores it.
  func sqlValue<Value>(
    of value: Value, as type: SQLType, for node: StaticString
  ) throws(Untranslatable) -> SQLValue {
    // What a column holds is read back without a base, and a base counts in comparisons.
    if case .url = type, (value as? URL)?.baseURL != nil { throw Untranslatable("\(node)", .type) }
    if let result = SQLType.storedValue(of: value, as: type) { return result }
    throw Untranslatable("\(node)", .type)
  }

  /// The operand as SQL, a constant turned into a parameter of the type `type`.
  func expression<Value>(
    _ operand: Operand<Value>, as type: SQLType, for node: StaticString
  ) throws(Untranslatable) -> SQLExpression {
    switch operand {
    case .sql(let expression): return expression
    case .value(let value):
      let parameter = try sqlValue(of: value, as: type, for: node)
      return SQLExpression(sql: .value(parameter), type: type, isNullable: parameter.isNull)
    }
  }

  /// Requires that no child depends on the row.
  mutating func constant<each Child: PredicateExpression>(
    _ node: StaticString, _ child: repeat each Child
  ) throws(Untranslatable) -> Translation {
    var dependsOnRow = false
    for each in repeat each child {
      if case .sql = try translate(each) { dependsOnRow = true }
    }
    guard !dependsOnRow else { throw Untranslatable("\(node)") }
    return .constant
  }
}

extension SQLType {
  /// What a column holds for `value`; nil where no single column can.
  static func storedValue<Value>(
    of value: Value, as type: SQLType
  ) -> SQLValue? {
    if let columns = type.referenced {
      if StaticType.isNil(value) { return .null }
      return columns.primaryKey(of: value)
    }
    if let scalar = StaticType.scalar(Value.self) {
      return storedValue(of: value, scalar: scalar)
    }
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrappedValue else { return .null }
      return rawValue(of: wrapped)
    }
    return rawValue(of: value)
  }

  private static func storedValue<Scalar: SQLScalar>(
    of value: Any, scalar: Scalar.Type
  ) -> SQLValue? {
    (value as? Scalar)?.sqlValue
  }

  /// The raw value of an enumeration's case.
  private static func rawValue(of value: Any) -> SQLValue? {
    guard let enumeration = value as? any RawRepresentable else { return nil }
    return (enumeration.rawValue as? any SQLScalar)?.sqlValue
  }
}
