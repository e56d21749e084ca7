import SwiftSyntax

extension PersistedProperty {
  /// Parses a declaration; nil if its role is not to be persisted.
  init?(parsing source: SourceProperty) {
    guard source.role.isPersisted, let binding = source.binding, let identifier = source.identifier
    else { return nil }
    name = identifier.identifier?.name ?? identifier.text
    spelling = identifier.text
    type =
      binding.typeAnnotation.map { Self.storedType($0.type) }
      ?? binding.initializer?.value.typeOfLiteral
    initialValue = InitialValue(parsing: binding)
    metadata = Metadata(parsing: source)
  }

  private static func storedType(_ type: TypeSyntax) -> String {
    guard let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else {
      return type.trimmedDescription
    }
    return "\(unwrapped.wrappedType.trimmedDescription)?"
  }
}

extension PersistedProperty.InitialValue {
  init(parsing binding: PatternBindingSyntax) {
    guard let value = binding.initializer?.value else {
      // A `let` starts as nil like a `var`, because the accessors make it a variable.
      self = binding.typeAnnotation?.type.isSugaredOptional ?? false ? .null : .none
      return
    }
    if value.is(NilLiteralExprSyntax.self) {
      self = .null
    } else if value.isConstant {
      self = .literal(value.trimmedDescription)
    } else {
      self = .expression(value.trimmedDescription)
    }
  }
}

extension PersistedProperty.Metadata {
  init?(parsing source: SourceProperty) {
    if let attribute = source.attribute(named: "Relationship") {
      kind = .relationship
      arguments = Self.relationshipArguments(attribute.labeledArguments)
      isTransformable = false
    } else if let attribute = source.attribute(named: "Attribute") {
      kind = .attribute
      arguments = attribute.labeledArguments.trimmedDescription
      isTransformable = attribute.isTransformable
    } else {
      return nil
    }
  }

  /// Returns the arguments in the form that the generated code needs.
  ///
  /// A delete rule without a label gets its label. An inverse gets its name in addition, so that
  /// the key path need not be created to find its property. `inverse: nil` is replaced by an
  /// argument that differs from omitting it.
  private static func relationshipArguments(_ arguments: LabeledExprListSyntax) -> String {
    let rules: Set<String> = ["cascade", "deny", "noAction", "nullify"]
    let texts = arguments.map { argument -> String in
      var argument = argument
      argument.trailingComma = nil
      if argument.label?.text == "inverse",
        let path = argument.expression.as(KeyPathExprSyntax.self), path.root != nil,
        let name = path.onlyProperty
      {
        return "_inverse: \(path.trimmedDescription), _named: \"\(name)\""
      }
      if argument.label?.text == "inverse", argument.expression.is(NilLiteralExprSyntax.self) {
        return "_inverse: nil"
      }
      let isRule = argument.label == nil && rules.contains(argument.expression.memberName ?? "")
      return isRule
        ? "deleteRule: \(argument.expression.trimmedDescription)" : argument.trimmedDescription
    }
    return texts.joined(separator: ", ")
  }
}

extension KeyPathExprSyntax {
  /// The name of the property, if the path has the form `\Root.property` or `\.property`.
  var onlyProperty: String? {
    components.count == 1 ? propertyPath : nil
  }

  /// The names of the properties, separated by dots, if the path consists only of properties and
  /// optional chaining.
  var propertyPath: String? {
    var names: [String] = []
    for component in components {
      switch component.component {
      case .optional where !names.isEmpty: continue
      case .property(let property):
        guard property.genericArgumentClause == nil, property.declName.argumentNames == nil
        else { return nil }
        let name = property.declName.baseName.text
        guard !name.hasPrefix("`"), name != "self" else { return nil }
        names.append(name)
      default: return nil
      }
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }
}

extension TypeSyntax {
  /// Whether a variable of this type implicitly starts as nil.
  var isSugaredOptional: Bool {
    self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}

extension ExprSyntax {
  /// The member's name in `.name`, in `Base.name`, and in calls of either.
  var memberName: String? {
    let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self
    return callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }

  /// Whether the expression is evaluated like a literal.
  var isConstant: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr, .integerLiteralExpr, .floatLiteralExpr: true
    case .stringLiteralExpr(let string):
      string.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
    case .arrayExpr(let array): array.elements.allSatisfy { $0.expression.isConstant }
    case .dictionaryExpr(let dictionary): dictionary.isConstant
    case .prefixOperatorExpr(let prefix):
      prefix.operator.text == "-" && prefix.expression.isNumericLiteral
    default: false
    }
  }

  /// The default type of a literal, by its alias, which a program may redefine.
  fileprivate var typeOfLiteral: String? {
    guard isConstant else { return nil }
    return switch self.as(PrefixOperatorExprSyntax.self)?.expression.kind ?? kind {
    case .booleanLiteralExpr: "BooleanLiteralType"
    case .integerLiteralExpr: "IntegerLiteralType"
    case .floatLiteralExpr: "FloatLiteralType"
    case .stringLiteralExpr: "StringLiteralType"
    default: nil
    }
  }

  private var isNumericLiteral: Bool {
    self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
  }
}

extension DictionaryExprSyntax {
  fileprivate var isConstant: Bool {
    guard case .elements(let elements) = content else { return true }
    return elements.allSatisfy { $0.key.isConstant && $0.value.isConstant }
  }
}
