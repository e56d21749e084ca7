import PostgresFormat
import PredicateSQL
import SQLCore

/// The definitions of the functions and the dictionary that full-text indexes use.
///
/// They are immutable, and use nothing that depends on a locale: the index of a table must mean the
/// same on every server that has its files. The setting `search_path` keeps functions and operators
/// of other users out of them.
struct PostgresTextFunctions {
  struct Definition {
    let name: String
    /// The types of the parameters.
    let parameters: String
    /// The statement that creates it.
    let creation: String
    /// The source, by which an existing function is recognized.
    let source: String
  }

  let schema: String

  var all: [Definition] {
    [
      define(.words, "texts text[]", "text", Self.words),
      define(.stems, "words text, dictionary regdictionary", "text", Self.stems),
      define(.vector, "words text", "tsvector", Self.vector),
      define(.positions, "words text", "tsvector", Self.positions),
      define(.query, "words text, is_prefix boolean", "tsquery", Self.query),
      define(.folded, "content text", "text", Self.folded),
      define(.frequency, "content text, part text", "double precision", Self.frequency),
    ]
  }

  /// The statement that creates the dictionary for stems, if it does not exist.
  ///
  /// It is the algorithm that SQLite calls `porter`, and knows no stop words.
  var dictionary: String {
    """
    CREATE TEXT SEARCH DICTIONARY \(quoted(TextFunctions.dictionary)) \
    (TEMPLATE = pg_catalog.snowball, LANGUAGE = porter)
    """
  }

  /// The statements that drop the functions, the dictionary and the indexes that use them.
  var removals: [String] {
    all.map { "DROP FUNCTION IF EXISTS \(quoted($0.name))(\($0.parameters)) CASCADE" }
      + ["DROP TEXT SEARCH DICTIONARY IF EXISTS \(quoted(TextFunctions.dictionary)) CASCADE"]
  }

  private func quoted(_ name: String) -> String {
    SQLDialect.postgres.quoted(SQLDialect.name(name, in: schema))
  }

  private func define(
    _ name: TextFunctions.Name, _ parameters: String, _ result: String, _ source: String
  ) -> Definition {
    Definition(
      name: name.rawValue, parameters: parameters,
      creation: """
        CREATE FUNCTION \(quoted(name.rawValue))(\(parameters)) RETURNS \(result) \
        LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog \
        AS \(DollarQuotes.quoted(source))
        """, source: source)
  }

  // Only the letters that occur in a text are passed to `translate`, which compares each character
  // with each of them.

  private static let words = """

    DECLARE
      letters CONSTANT text := '\(FTS5Characters.wordFoldings.letters)';
      plain CONSTANT text := '\(FTS5Characters.wordFoldings.folded)';
      source text; target text; item text; result text;
    BEGIN
      FOREACH item IN ARRAY texts LOOP
        item := ' ' || lower(coalesce(item, '') COLLATE "C") || ' ';
        IF octet_length(item) = char_length(item) THEN
          item := regexp_replace(item, '[^0-9a-z]+', ' ', 'g');
        ELSE
          SELECT coalesce(string_agg(letter, ''), ''),
            coalesce(string_agg(substr(plain, strpos(letters, letter), 1), ''), '')
            INTO source, target
            FROM (SELECT DISTINCT part[1] AS letter
              FROM regexp_matches(item, '[' || letters || ']', 'g') AS part) AS parts;
          item := translate(item, source || '\(FTS5Characters.omittedMarks)', target);
          item := regexp_replace(item, '[^\(FTS5Characters.wordCharacters)]+', ' ', 'g');
        END IF;
        result := coalesce(result || E'\\n', '') || item;
      END LOOP;
      RETURN result;
    END
    """

  private static let stems = """

    BEGIN
      RETURN array_to_string(ARRAY(
        SELECT CASE WHEN octet_length(word) BETWEEN 3 AND 64
          THEN coalesce((ts_lexize(dictionary, word))[1], word) ELSE word END
        FROM unnest(string_to_array(words, ' ')) AS word), ' ');
    END
    """

  // A tsvector has at most 1 MB, and a word of it 2 KB:
  // https://www.postgresql.org/docs/15/textsearch-limitations.html

  private static let vector = """

    DECLARE list text[];
    BEGIN
      IF octet_length(words) > 1000000 THEN words := left(words, 250000); END IF;
      list := array_remove(string_to_array(replace(words, E'\\n', ' '), ' '), '');
      IF octet_length(words) > 2000 THEN
        list := ARRAY(SELECT left(word, 500) FROM unnest(list) AS word);
      END IF;
      RETURN array_to_tsvector(list);
    END
    """

  private static let positions = """

    BEGIN
      RETURN coalesce((
        SELECT string_agg(concat('''', left(word, 500), ''':', place), ' ')::tsvector
        FROM unnest(array_remove(string_to_array(replace(left(words, 100000), E'\\n', ' '), ' '), ''))
          WITH ORDINALITY AS list (word, place)), ''::tsvector);
    END
    """

  private static let query = """

    BEGIN
      RETURN coalesce((
        SELECT string_agg('''' || left(word, 500) || '''', ' & ')
          || CASE WHEN is_prefix THEN ':*' ELSE '' END
        FROM unnest(array_remove(string_to_array(words, ' '), '')) AS word), '')::tsquery;
    END
    """

  private static let folded = """

    DECLARE
      letters CONSTANT text := '\(FTS5Characters.caseFoldings.letters)';
      small CONSTANT text := '\(FTS5Characters.caseFoldings.folded)';
      source text; target text; item text := lower(coalesce(content, '') COLLATE "C");
    BEGIN
      IF octet_length(item) = char_length(item) THEN RETURN item; END IF;
      SELECT string_agg(letter, ''), string_agg(substr(small, strpos(letters, letter), 1), '')
        INTO source, target
        FROM (SELECT DISTINCT part[1] AS letter
          FROM regexp_matches(item, '[' || letters || ']', 'g') AS part) AS parts;
      RETURN coalesce(translate(item, source, target), item);
    END
    """

  private static let frequency = """

    DECLARE size integer := char_length(content);
    BEGIN
      IF size = 0 OR part = '' THEN RETURN 0; END IF;
      RETURN (size - char_length(replace(content, part, '')))::double precision
        / (char_length(part) * (1 + ln(size)));
    END
    """
}
