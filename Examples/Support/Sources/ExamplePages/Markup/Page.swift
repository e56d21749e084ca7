import Foundation
import WebServer

/// What all pages of an app share.
package struct PagedAppDescription: Sendable {
  /// The name of the app.
  package let name: String
  /// What the app is for, in each language.
  package let summary: (english: String, japanese: String)
  /// The pages in the navigation: their paths and names in each language.
  package let navigation: [(path: String, english: String, japanese: String)]
  /// The color of the app, such as `#0a66c2`, on which white text can be read.
  package let color: String
  /// The drawing on the app's icon, within a square of 100 units.
  package let symbol: HTML
  /// Other values of the web app manifest, as JSON, such as `"share_target": {…}`.
  package let manifest: String

  package init(
    name: String, summary: (english: String, japanese: String),
    navigation: [(path: String, english: String, japanese: String)], color: String, symbol: HTML,
    manifest: String = ""
  ) {
    (self.name, self.summary, self.navigation) = (name, summary, navigation)
    (self.color, self.symbol, self.manifest) = (color, symbol, manifest)
  }
}

/// A page of an app.
package struct Page {
  package let app: PagedAppDescription
  package let language: PageLanguage
  /// The path of the page in the navigation; nil if it is not there.
  package var place: String?
  package var title: String
  package var content: HTML
  /// A message about what was just done; it is read aloud.
  package var notice: HTML?
  /// The colors, `light` or `dark`; nil for those that the browser prefers.
  package var theme: String?
  /// The numbers beside the names in the navigation, by path.
  package var counts: [String: Int] = [:]

  package init(
    _ app: PagedAppDescription, _ request: WebRequest, title: String, place: String? = nil,
    content: HTML
  ) {
    self.app = app
    language = PageLanguage(request)
    (self.title, self.place, self.content) = (title, place, content)
  }

  /// The response with the page.
  ///
  /// - Parameter status: The status code.
  /// - Returns: The response.
  package func response(_ status: Int = 200) -> WebResponse {
    var response = WebResponse.html(status, text)
    response.headers.append(("Vary", "Accept-Language"))
    return response
  }

  private var text: String {
    let page: HTML = """
      <!doctype html>
      <html lang="\(language.rawValue)" data-app="\(app.name.lowercased())"\(
        theme.map { " data-theme=\"\($0)\"" as HTML })>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="\(theme ?? "light dark")">
      <meta name="theme-color" content="\(app.color)">
      <title>\(title) – \(app.name)</title>
      <link rel="stylesheet" href="/style.css?\(PageAssets.style.version)">
      <link rel="icon" href="/icon.svg" type="image/svg+xml">
      <link rel="manifest" href="/app.webmanifest">
      <script type="module" src="/page.js?\(PageAssets.script.version)"></script>
      </head>
      <body>
      <a class="skip" href="#main">\(language("Skip to the content", "本文へ移動"))</a>
      <header><a class="home" href="/"><img src="/icon.svg" alt="" width="32" height="32">\(app.name)</a>
      <nav aria-label="\(language("Pages", "ページ"))" data-live="navigation"><ul>\(items)</ul></nav></header>
      <main id="main">
      <div role="status" id="notice">\(notice)</div>
      <h1>\(title)</h1>
      \(content)
      </main>
      <p class="connection" id="connection" hidden>\(
        language("The page is not up to date: the program cannot be reached.",
          "プログラムに接続できないため、表示は最新ではありません。"))</p>
      </body>
      </html>

      """
    return page.text
  }

  private var items: [HTML] {
    app.navigation.map { item in
      let isCurrent = item.path == place
      let count = counts[item.path].map { "<span class=\"count\">\($0)</span>" as HTML }
      return """
        <li><a href="\(item.path)"\(isCurrent ? " aria-current=\"page\"" as HTML : "")>\
        \(language(item.english, item.japanese))\(count)</a></li>
        """
    }
  }
}
