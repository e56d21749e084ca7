/// The capabilities in which databases differ.
///
/// Code that creates statements checks these instead of the database's name. `SQLDialect` defines
/// the syntax.
package struct SQLFeatures: Hashable, Sendable {
  /// The operator under which NULL equals NULL and nothing else.
  package enum NullSafeEquality: Hashable, Sendable {
    /// `a IS b`.
    case plainIs
    /// `a IS NOT DISTINCT FROM b`.
    case isNotDistinctFrom
  }

  /// How a parameter with a JSON array becomes the rows of a subquery.
  package enum ListRows: Hashable, Sendable {
    /// `json_each(?)`, which returns values of the database.
    case jsonEach
    /// `json_array_elements_text(?)`, which returns texts to cast.
    case jsonArrayElements
  }

  /// Where rows with NULL are sorted by default.
  package enum NullOrder: Hashable, Sendable {
    /// NULL is less than any value.
    case least
    /// NULL is greater than any value.
    case greatest
  }

  /// How Boolean values are written in a statement.
  package enum TruthWords: Hashable, Sendable {
    /// 1 and 0, because there is no Boolean type.
    case integers
    /// TRUE and FALSE, which are not numbers.
    case words
  }

  /// How a row is inserted unless another one has its key or one of its unique values.
  package enum InsertOrIgnore: Hashable, Sendable {
    /// `INSERT … ON CONFLICT DO NOTHING`.
    case onConflictDoNothing
    /// `INSERT`, because the component that runs it skips such rows itself.
    case plain
  }

  /// How a writing transaction begins.
  package enum WritingTransactions: Hashable, Sendable {
    /// `BEGIN IMMEDIATE`, which acquires the lock of the single writer.
    case immediate
    /// `BEGIN`: writers lock the rows that they change.
    case plain
  }

  /// The representation of NaN, which does not equal itself in Swift.
  package enum NotANumber: Hashable, Sendable {
    /// Its bytes, which sort after all numbers.
    case bytes
    /// A number that sorts after all others and equals itself.
    case number
  }

  /// The treatment of computed numbers that their type cannot represent.
  package enum Overflow: Hashable, Sendable {
    /// Integers become floating-point numbers, which become infinite; NaN is excluded from
    /// computations.
    case widens
    /// The statement fails; NaN and infinities behave as in Swift.
    case fails
  }

  /// The form in which a database explains the plan of a statement.
  package enum PlanForm: Hashable, Sendable {
    /// `EXPLAIN QUERY PLAN`: a row for each step, with its number and that of the step above it.
    case numberedSteps
    /// `EXPLAIN`, optionally with measurements: a text in each row.
    case lines
  }

  package var nullSafeEquality: NullSafeEquality
  package var listRows: ListRows
  /// Whether lists are compared as arrays, which a server can push down to foreign tables.
  ///
  /// Otherwise it would fetch or lock all rows of these tables.
  package var comparesListsAsArrays = false
  /// The limit that includes all rows, for use before an offset.
  package var noLimit: SQLValue
  package var truthWords: TruthWords
  package var insertOrIgnore: InsertOrIgnore
  package var nullOrder: NullOrder
  package var notANumber: NotANumber
  /// Whether parameters get their types from the surrounding text instead of their values.
  package var infersParameterTypes: Bool
  /// Whether dates are stored in whole microseconds.
  package var datesAreMicroseconds: Bool
  package var writingTransactions: WritingTransactions
  /// Whether a statement can sort text with a collation of the client.
  package var hasClientCollations: Bool
  /// Whether a statement can call functions of the client.
  package var hasClientFunctions: Bool
  /// Whether text is compared by the bytes of its normal forms, because client collations are not
  /// available.
  package var comparesNormalForms: Bool
  /// Whether decimals are a type of the database, which can compare them.
  package var comparesDecimals: Bool
  /// Whether text may contain the character NUL.
  package var hasNullCharacter: Bool
  /// Whether a failed statement blocks its transaction until it is rolled back to an earlier
  /// savepoint.
  package var failureEndsTransaction: Bool
  /// Whether a part of a FROM may refer to the parts before it.
  package var hasLateral: Bool
  /// The maximum number of parameters of a statement.
  package var parameterLimit: Int
  package var overflow = Overflow.widens
  /// Whether a SELECT with GROUP BY may select ungrouped columns, with the values of any row of the
  /// group.
  package var selectsAnyOfGroup = true
  /// Whether a limit as a parameter makes the database plan the statement for each run.
  ///
  /// If the limit is part of the text, it is planned once.
  package var plansForLimits = false
  /// Whether foreign keys that the library did not create may delete or change other rows when a
  /// row is deleted.
  ///
  /// The database does not report these changes.
  package var foreignKeysAct = false
  /// Whether foreign keys that the library did not create are checked after each statement instead
  /// of at the end of the transaction.
  package var foreignKeysAreImmediate = false
  /// Whether a SELECT can lock the rows that it joins with others, and no other rows.
  ///
  /// PostgreSQL locks all rows of a view before it joins them.
  package var locksJoinedRows = false
  /// Whether MIN and MAX accept values of every type.
  package var hasExtremesOfAllTypes = true
  package var planForm = PlanForm.numberedSteps

  package static let sqlite = SQLFeatures(
    nullSafeEquality: .plainIs, listRows: .jsonEach, noLimit: .integer(-1),
    truthWords: .integers, insertOrIgnore: .onConflictDoNothing, nullOrder: .least,
    notANumber: .bytes, infersParameterTypes: false, datesAreMicroseconds: false,
    writingTransactions: .immediate,
    hasClientCollations: true, hasClientFunctions: true, comparesNormalForms: false,
    comparesDecimals: false, hasNullCharacter: true, failureEndsTransaction: false,
    hasLateral: false, parameterLimit: 32_766)

  package static let postgres: SQLFeatures = {
    var features = SQLFeatures(
      nullSafeEquality: .isNotDistinctFrom, listRows: .jsonArrayElements, noLimit: .null,
      truthWords: .words, insertOrIgnore: .onConflictDoNothing, nullOrder: .greatest,
      notANumber: .number, infersParameterTypes: true, datesAreMicroseconds: true,
      writingTransactions: .plain,
      hasClientCollations: false, hasClientFunctions: false, comparesNormalForms: true,
      comparesDecimals: true, hasNullCharacter: false, failureEndsTransaction: true,
      hasLateral: true, parameterLimit: 65_535)
    features.overflow = .fails
    features.selectsAnyOfGroup = false
    features.plansForLimits = true
    features.locksJoinedRows = true
    features.hasExtremesOfAllTypes = false
    features.planForm = .lines
    return features
  }()
}

extension SQLConnection {
  /// The capabilities of the database.
  package var features: SQLFeatures { dialect.features }
}
