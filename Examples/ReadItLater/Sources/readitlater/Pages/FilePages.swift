import ExamplePages
import ExampleSupport
import Foundation
import ReadItLaterCore
import SwiftData
import WebServer

// Import and export of bookmarks.

extension BookmarkHandlers {
  func showFiles(_ request: WebRequest) throws -> WebResponse { filesPage(request) }

  private func filesPage(
    _ request: WebRequest, problem: String? = nil, to status: String = "", result: HTML? = nil,
    code: Int = 200
  ) -> WebResponse {
    let language = PageLanguage(request)
    let places =
      [
        ("", language("As in the file, or the inbox", "ファイルのとおり、なければ受信箱"))
      ] + BookmarkStatus.allCases.map { ($0.rawValue, BookmarkWords.name($0, language)) }
    let form = PostForm(
      "/import",
      [
        FormField(
          "file", language("File", "ファイル"), kind: "file", problem: problem,
          hint: language(
            "An export of a browser (HTML or JSON), of Pocket or Instapaper (CSV), or a list of addresses.",
            "ブラウザー（HTML・JSON）、Pocket・Instapaper（CSV）の書き出し、またはアドレスの一覧。"),
          attributes: "required"),
        FormField("to", language("List", "リスト"), status, kind: "select", choices: places),
      ], button: language("Import", "読み込む"), isUpload: true)
    let links = BookmarkExport.allCases.map { format in
      """
      <li><a href="/export/\(format.rawValue)" download>\(Self.name(format, language))</a></li>
      """ as HTML
    }
    let body: HTML = """
      \(result)
      <h2>\(language("Import", "読み込み"))</h2>
      \(form.html)
      <h2>\(language("Export", "書き出し"))</h2>
      <ul>\(links)</ul>
      """
    return page(
      request, title: language("Import and export", "読み込みと書き出し"), place: "/files", body, store,
      status: code)
  }

  private static func name(_ format: BookmarkExport, _ language: PageLanguage) -> String {
    switch format {
    case .html: language("For any browser (HTML)", "すべてのブラウザー用（HTML）")
    case .pocket: "Pocket (CSV)"
    case .instapaper: "Instapaper (CSV)"
    case .chrome: "Chrome (JSON)"
    case .firefox: "Firefox (JSON)"
    }
  }

  func importFile(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let form = try WebForm(request)
    let place = form.values["to"] ?? ""
    func refused(_ english: String, _ japanese: String) -> WebResponse {
      filesPage(request, problem: language(english, japanese), to: place, code: 422)
    }
    guard let file = form.files["file"]?.first else {
      return refused("Choose a file.", "ファイルを選択してください。")
    }
    let links: [ImportedBookmark]
    do {
      links = try BookmarkFile.links(in: file.contents)
    } catch let error as BookmarkFile.ReadError {
      switch error {
      case .notText: return refused("The file is not text.", "テキストファイルではありません。")
      case .noLinks:
        return refused("The file does not contain any web addresses.", "ウェブアドレスが含まれていません。")
      case .incomplete:
        return refused(
          "The end of the file is missing. Nothing was added. Export the bookmarks again.",
          "ファイルの末尾が欠けています。何も追加していません。もう一度書き出してください。")
      }
    }
    let store = store
    let report = try BookmarkImport(modelContext: store.context)
      .add(links, to: BookmarkStatus(rawValue: place))
    return filesPage(request, result: Self.summary(report, language))
  }

  /// What was added, and everything that was not.
  private static func summary(
    _ report: BookmarkImport.Report, _ language: PageLanguage
  ) -> HTML {
    var lines = [language("Added \(report.added) pages.", "\(report.added)件を追加しました。")]
    if report.duplicates > 0 {
      lines.append(
        language(
          "\(report.duplicates) were already there.", "\(report.duplicates)件はすでに登録されています。"))
    }
    if report.leftOut > 0 {
      lines.append(
        language(
          "\(report.leftOut) did not fit into the inbox and were left out. Choose another list for them.",
          "受信箱に入りきらない\(report.leftOut)件は追加していません。別のリストを選んでください。"))
    }
    for (part, count) in report.notStored.sorted(by: { $0.key < $1.key }) {
      lines.append(
        language(
          "“\(part)” of \(count) pages was left out: bookmarks have no property for it.",
          "\(count)件の「\(part)」は保存先がないため取り込んでいません。"))
    }
    if !report.invalid.isEmpty {
      lines.append(
        language(
          "\(report.invalid.count) lines have no web address:",
          "\(report.invalid.count)行はウェブアドレスではありません："))
    }
    let invalid = report.invalid.prefix(20).map { "<li>\($0.line): \($0.url)</li>" as HTML }
    return """
      <div class="panel" role="status">\(lines.map { "<p>\($0)</p>" as HTML })\
      \(invalid.isEmpty ? nil : "<ul>\(invalid)</ul>" as HTML)</div>
      """
  }

  func export(_ request: WebRequest) throws -> WebResponse {
    guard let format = BookmarkExport(rawValue: request["format"]) else {
      throw WebRefusal.nothing(at: request)
    }
    let store = store
    let bookmarks = try BookmarkStatus.allCases.flatMap(store.repository.bookmarks)
      .map(StoredBookmark.init).filter { !$0.url.isEmpty }
    let (type, ending) =
      switch format {
      case .html: ("text/html", "html")
      case .pocket, .instapaper: ("text/csv", "csv")
      case .chrome, .firefox: ("application/json", "json")
      }
    var response = WebResponse(
      200, "\(type); charset=utf-8", try format.data(of: bookmarks))
    response.headers = [
      ("Content-Disposition", "attachment; filename=\"bookmarks-\(format.rawValue).\(ending)\"")
    ]
    return response
  }
}
