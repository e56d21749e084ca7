import Foundation
import SQLCore

/// A predicate node that can translate itself to SQL.
///
/// Foundation's generic nodes conform unconditionally and cast each child. So a child that SQL
/// cannot express is identified, instead of the whole tree failing to conform.
protocol SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation
}

/// The result of translating a node.
enum Translation {
  /// The node does not depend on the row; it is evaluated once, if its value is needed.
  case constant
  case sql(SQLExpression)
}

/// One operand of an operator.
enum Operand<Value> {
  case sql(SQLExpression)
  case value(Value)
}

/// The state of the translation at one node of a predicate.
struct TranslationContext {
  /// The row that the predicate tests.
  let root: ModelRow
  /// The values of variables that range over a constant collection, or unwrap a constant optional.
  var bindings = PredicateBindings()
  private var scope: [(key: PredicateExpressions.VariableID, meaning: Translation)] = []
  private var depth = 0
  /// Whether a part is too deep to be translated.
  private(set) var isCutOff = false
  /// Whether conditional conformances of nodes must not be looked up, because that recurses through
  /// their children.
  private var avoidsShapes = false

  /// The aliases of the tables of the enclosing subqueries.
  private var openTables: Set<String> = []

  /// The features of the database.
  private let features: SQLFeatures

  init(root: ModelRow) {
    self.root = root
    features = root.columns.features
  }

  /// Whether the database can call functions that are implemented in Swift.
  var callsFunctions: Bool { features.hasClientFunctions }

  /// Whether the database compares decimals natively.
  var comparesDecimals: Bool { features.comparesDecimals }

  /// Whether the database can find candidates for the results of Swift functions.
  var tellsCandidates: Bool { !features.hasClientFunctions && features.comparesNormalForms }

  /// The maximum depth of nodes: SQLite rejects expressions deeper than 1000, and a node may need
  /// several levels.
  private static let depthLimit = 150

  /// Translates a node to SQL that has a value exactly if the evaluation of the node succeeds.
  mutating func translate<Node: PredicateExpression>(
    _ node: Node
  ) throws(Untranslatable) -> Translation {
    let translation = try translateCondition(node)
    if case .sql(let expression) = translation, expression.hidesFailures {
      throw Untranslatable(Self.name(of: Node.self), .unwrapping)
    }
    return translation
  }

  /// Translates a node where conditions are joined: an unknowable condition leaves the others in
  /// force, as in memory.
  mutating func translateCondition<Node: PredicateExpression>(
    _ node: Node
  ) throws(Untranslatable) -> Translation {
    // The fingerprint already looked up this conformance, and the runtime caches the result.
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

  /// Translates `node`, whose type is `Translatable`; casting the value instead of its type would
  /// copy it into a box, and cost several times as much.
  private mutating func translate<Node, Translatable: SQLTranslatable>(
    _ node: Node, as _: Translatable.Type
  ) throws(Untranslatable) -> Translation {
    try unsafeBitCast(node, to: Translatable.self).translated(in: &self)
  }

  /// Prepares for a predicate or an expression with nodes of any type.
  mutating func enter<Node: PredicateExpression>(_ node: Node) {
    avoidsShapes = avoidsShapes || PredicateDepth.mayBeDeep(Node.self)
  }

  /// Calls `body`, which translates only a part of a condition; returns nil if that is too deep.
  mutating func deeper<Result>(_ body: (inout TranslationContext) -> Result) -> Result? {
    guard depth < Self.partDepthLimit else {
      isCutOff = true
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    return body(&self)
  }

  /// The maximum depth of parts, below the other limit because each part starts over with its whole
  /// subtree.
  private static let partDepthLimit = 100

  /// Returns the name of a node without its generic parameters.
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

  /// Calls `body` within a subquery on `table`.
  ///
  /// - Throws: `Untranslatable` within another subquery on it, where its alias would be ambiguous.
  mutating func within<Result>(
    _ table: String, _ body: (inout TranslationContext) throws(Untranslatable) -> Result
  ) throws(Untranslatable) -> Result {
    guard openTables.insert(table).inserted else { throw Untranslatable("Filter", .tooDeep) }
    defer { openTables.remove(table) }
    return try body(&self)
  }

  // MARK: Constants

  /// Evaluates a node that does not depend on the row.
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

  /// Translates one operand of `&&` or a similar operator.
  mutating func condition<Node: PredicateExpression>(
    _ node: Node
  ) throws(Untranslatable) -> Operand<Node.Output> {
    switch try translateCondition(node) {
    case .sql(let expression): .sql(expression)
    case .constant: .value(try value(of: node))
    }
  }

  /// Translates both operands of an operator; returns nil if neither depends on the row.
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

  /// Returns the stored form of a value.
  func sqlValue<Value>(
    of value: Value, as type: SQLType, for node: StaticString
  ) throws(Untranslatable) -> SQLValue {
    // A URL is read back from a column without a base, and comparisons include the base.
    if case .url = type, (value as? URL)?.baseURL != nil { throw Untranslatable("\(node)", .type) }
    if let result = SQLType.storedValue(of: value, as: type) { return result }
    throw Untranslatable("\(node)", .type)
  }

  /// Returns the operand as SQL, with a constant as a parameter of type `type`.
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
  /// Returns the stored form of `value`; nil if no single column can hold it.
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

  /// Returns the raw value of an enumeration's case.
  private static func rawValue(of value: Any) -> SQLValue? {
    guard let enumeration = value as? any RawRepresentable else { return nil }
    return (enumeration.rawValue as? any SQLScalar)?.sqlValue
  }
}
