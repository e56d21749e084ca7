/// What a database can do, where databases differ.
///
/// Whoever makes a statement asks here instead of knowing which database it is for; how a difference
/// is spelled is `SQLDialect`'s.
package struct SQLFeatures: Hashable, Sendable {
  /// How two values are compared so that NULL is equal to NULL and to nothing else.
  package enum NullSafeEquality: Hashable, Sendable {
    /// `a IS b`.
    case plainIs
    /// `a IS NOT DISTINCT FROM b`.
    case isNotDistinctFrom
  }

  /// How one parameter, a JSON array, becomes the rows of a subquery.
  package enum ListRows: Hashable, Sendable {
    /// `json_each(?)`, whose elements are values of the database.
    case jsonEach
    /// `json_array_elements_text(?)`, whose elements are texts to be cast.
    case jsonArrayElements
  }

  /// Where rows with NULL come when nothing is said of it.
  package enum NullOrder: Hashable, Sendable {
    /// NULL is less than any value.
    case least
    /// NULL is greater than any value.
    case greatest
  }

  /// How truth values stand in a statement.
  package enum TruthWords: Hashable, Sendable {
    /// 1 and 0: there is no type of their own.
    case integers
    /// TRUE and FALSE, which are no numbers.
    case words
  }

  /// How a row is inserted unless another has its key or one of its unique values.
  package enum InsertOrIgnore: Hashable, Sendable {
    /// `INSERT … ON CONFLICT DO NOTHING`.
    case onConflictDoNothing
    /// `INSERT`: what carries it out passes over such rows by itself.
    case plain
  }

  /// How a transaction that writes begins.
  package enum WritingTransactions: Hashable, Sendable {
    /// `BEGIN IMMEDIATE`, which takes the lock of the one writer.
    case immediate
    /// `BEGIN`: writers lock the rows that they change.
    case plain
  }

  /// What stands for NaN, which is not equal to itself in Swift.
  package enum NotANumber: Hashable, Sendable {
    /// Its bytes, which come after all numbers.
    case bytes
    /// A number of its own that comes after all others, and is equal to itself.
    case number
  }

  /// What becomes of a number that is computed and that its type does not hold.
  package enum Overflow: Hashable, Sendable {
    /// Integers become floating-point numbers, and these infinite; NaN takes no part.
    case widens
    /// The statement fails; NaN and the infinities take part as they do in Swift.
    case fails
  }

  package var nullSafeEquality: NullSafeEquality
  package var listRows: ListRows
  /// Whether such rows are compared as an array, which a server can send on to others that have the table: it would
  /// fetch, or lock, all rows of these otherwise.
  package var comparesListsAsArrays = false
  /// The limit that limits nothing, where an offset follows it.
  package var noLimit: SQLValue
  package var truthWords: TruthWords
  package var insertOrIgnore: InsertOrIgnore
  package var nullOrder: NullOrder
  package var notANumber: NotANumber
  /// Whether parameters are of the types that the text around them suggests, and not of their values'.
  package var infersParameterTypes: Bool
  /// Whether dates are kept in whole microseconds.
  package var datesAreMicroseconds: Bool
  package var writingTransactions: WritingTransactions
  /// Whether a statement can order texts by a function of the client, with COLLATE.
  package var hasClientCollations: Bool
  /// Whether a statement can call functions of the client.
  package var hasClientFunctions: Bool
  /// Whether texts are compared by the bytes of their normal forms, for want of orders of the client.
  package var comparesNormalForms: Bool
  /// Whether decimals are numbers of the database, which compares them.
  package var comparesDecimals: Bool
  /// Whether texts may have the character NUL.
  package var hasNullCharacter: Bool
  /// Whether nothing can be done in a transaction after a statement has failed, but to go back to a
  /// savepoint before it.
  package var failureEndsTransaction: Bool
  /// Whether several runs of a statement can be sent before the first is answered.
  package var hasBatches: Bool
  /// Whether a part of a FROM may use what stands before it there.
  package var hasLateral: Bool
  /// How many parameters a statement may have.
  package var parameterLimit: Int
  package var overflow = Overflow.widens
  /// Whether a SELECT with GROUP BY may have columns that nothing is grouped by, of any row of the group.
  package var selectsAnyOfGroup = true
  /// Whether a statement is planned once and for all where its limit stands in the text, and for each run where it is a
  /// parameter.
  package var plansForLimits = false
  /// Whether a row that is deleted may take others along, or be taken out of them, by foreign keys that are not the
  /// library's and that nobody is told of.
  package var foreignKeysAct = false
  /// Whether MIN and MAX take values of every type.
  package var hasExtremesOfAllTypes = true

  package init(
    nullSafeEquality: NullSafeEquality, listRows: ListRows, noLimit: SQLValue,
    truthWords: TruthWords, insertOrIgnore: InsertOrIgnore, nullOrder: NullOrder,
    notANumber: NotANumber, infersParameterTypes: Bool, datesAreMicroseconds: Bool,
    writingTransactions: WritingTransactions, hasClientCollations: Bool, hasClientFunctions: Bool,
    comparesNormalForms: Bool, comparesDecimals: Bool, hasNullCharacter: Bool,
    failureEndsTransaction: Bool, hasBatches: Bool, hasLateral: Bool, parameterLimit: Int
  ) {
    self.nullSafeEquality = nullSafeEquality
    self.listRows = listRows
    self.noLimit = noLimit
    self.truthWords = truthWords
    self.insertOrIgnore = insertOrIgnore
    self.nullOrder = nullOrder
    self.notANumber = notANumber
    self.infersParameterTypes = infersParameterTypes
    self.datesAreMicroseconds = datesAreMicroseconds
    self.writingTransactions = writingTransactions
    self.hasClientCollations = hasClientCollations
    self.hasClientFunctions = hasClientFunctions
    self.comparesNormalForms = comparesNormalForms
    self.comparesDecimals = comparesDecimals
    self.hasNullCharacter = hasNullCharacter
    self.failureEndsTransaction = failureEndsTransaction
    self.hasBatches = hasBatches
    self.hasLateral = hasLateral
    self.parameterLimit = parameterLimit
  }

  package static let sqlite = SQLFeatures(
    nullSafeEquality: .plainIs, listRows: .jsonEach, noLimit: .integer(-1),
    truthWords: .integers, insertOrIgnore: .onConflictDoNothing, nullOrder: .least,
    notANumber: .bytes, infersParameterTypes: false, datesAreMicroseconds: false,
    writingTransactions: .immediate,
    hasClientCollations: true, hasClientFunctions: true, comparesNormalForms: false,
    comparesDecimals: false, hasNullCharacter: true, failureEndsTransaction: false,
    hasBatches: false, hasLateral: false, parameterLimit: 32_766)

  package static let postgres: SQLFeatures = {
    var features = SQLFeatures(
      nullSafeEquality: .isNotDistinctFrom, listRows: .jsonArrayElements, noLimit: .null,
      truthWords: .words, insertOrIgnore: .onConflictDoNothing, nullOrder: .greatest,
      notANumber: .number, infersParameterTypes: true, datesAreMicroseconds: true,
      writingTransactions: .plain,
      hasClientCollations: false, hasClientFunctions: false, comparesNormalForms: true,
      comparesDecimals: true, hasNullCharacter: false, failureEndsTransaction: true,
      hasBatches: true, hasLateral: true, parameterLimit: 65_535)
    features.overflow = .fails
    features.selectsAnyOfGroup = false
    features.plansForLimits = true
    features.hasExtremesOfAllTypes = false
    return features
  }()
}

extension SQLConnection {
  /// What the database can do.
  package var features: SQLFeatures { dialect.features }
}
