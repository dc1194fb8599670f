// Runs inside the page, in a copy of it: what a browser computes of contrast, names and charts.
(function () {
  function channel(c) { c /= 255; return c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4); }
  function light(rgb) { return 0.2126 * channel(rgb[0]) + 0.7152 * channel(rgb[1]) + 0.0722 * channel(rgb[2]); }
  function numbers(text) { var found = text.match(/[\d.]+/g); return found ? found.map(Number) : null; }
  function behind(element) {
    for (var at = element; at; at = at.parentElement) {
      var colour = numbers(getComputedStyle(at).backgroundColor);
      if (colour && (colour.length < 4 || colour[3] > 0)) { return colour; }
    }
    return [255, 255, 255];
  }
  function contrast(one, other) {
    var a = light(one), b = light(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }
  var told = { ground: behind(document.body), contrast: 99, worst: "", texts: 0, charts: 0, drawn: 0, unnamed: [], cut: [], broken: [], outside: [], smallest: 99, unreached: 0, headings: [],
               landmarks: document.querySelectorAll("main").length, lang: document.documentElement.lang,
               wide: document.documentElement.scrollWidth <= window.innerWidth };
  document.querySelectorAll("details").forEach(function (one) { one.open = true; });
  var walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    var text = walker.currentNode, parent = text.parentElement;
    if (!text.data.trim() || parent.closest("title, desc, script, style")) { continue; }
    var style = getComputedStyle(parent);
    var colour = numbers(parent.closest("svg") ? style.fill : style.color);
    var ratio = contrast(colour, behind(parent.closest("svg") || parent));
    told.texts += 1;
    if (ratio < told.contrast) { told.contrast = ratio; told.worst = text.data.slice(0, 40); }
  }
  document.querySelectorAll("svg").forEach(function (one) {
    told.charts += 1;
    var box = one.getBoundingClientRect();
    if (box.width > 100 && box.height > 20 && one.querySelector("rect, polyline, circle")) { told.drawn += 1; }
    one.querySelectorAll("text").forEach(function (text) {
      var place = text.getBoundingClientRect();
      if (place.left < box.left || place.right > box.right + 1) { told.cut.push(text.textContent); }
      told.smallest = Math.min(told.smallest, parseFloat(getComputedStyle(text).fontSize) * one.getScreenCTM().a);
    });
    var moved = one.closest(".wide");
    var right = moved && getComputedStyle(moved).overflowX === "auto" ? moved.getBoundingClientRect().right : box.right;
    if (right > window.innerWidth) { told.outside.push("a chart"); }
    if (!moved || moved.tabIndex !== 0 || !moved.getAttribute("aria-label")) { told.unreached += 1; }
    var names = (one.getAttribute("aria-labelledby") || "").split(" ").map(function (id) {
      var found = document.getElementById(id); return found ? found.textContent.trim() : "";
    });
    if (one.getAttribute("role") !== "img" || names.some(function (name) { return !name; })) { told.unnamed.push(names); }
  });
  // No word that is not very long is broken by a narrow column, and nothing lies beside the page.
  document.querySelectorAll("th, td").forEach(function (cell) {
    var words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), range = document.createRange();
    while (words.nextNode()) {
      var found, word = /\S+/g;
      while ((found = word.exec(words.currentNode.data))) {
        if (found[0].length > 12) { continue; }
        range.setStart(words.currentNode, found.index);
        range.setEnd(words.currentNode, found.index + found[0].length);
        if (range.getClientRects().length > 1) { told.broken.push(found[0]); }
      }
    }
    var held = cell.closest(".wide"), at = getComputedStyle(held).overflowX === "auto" ? held : cell;
    if (at.getBoundingClientRect().right > window.innerWidth) { told.outside.push(cell.textContent.slice(0, 40)); }
  });
  document.querySelectorAll("h1, h2").forEach(function (one) { told.headings.push(one.tagName); });
  document.querySelectorAll("table").forEach(function (one) {
    if (!one.caption || !one.querySelector("th[scope]")) { told.unnamed.push("table"); }
  });
  document.documentElement.setAttribute("data-told", JSON.stringify(told));
})();
