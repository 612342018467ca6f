// Makes the tags of a drawing those that a page of the site has. Its text stays as it is.

/**
 * Returns an SVG without data that nothing reads, with short numbers, and with ids of its own in the page.
 *
 * @param id what the ids of its elements begin with
 */
export function withPlainTags(svg, id) {
  return svg.replaceAll(/<[a-zA-Z](?:"[^"]*"|[^">])*>/g, (tag) =>
    tag
      .replaceAll(/ data-(?!shape)[\w-]+="[^"]*"/g, '')
      .replaceAll(/\d+\.\d{2,}/g, (number) => String(Math.round(Number(number) * 10) / 10))
      .replaceAll(/ id="([\w-]+)"/g, ` id="${id}-$1"`)
      .replaceAll(/url\(#([\w-]+)\)/g, `url(#${id}-$1)`),
  );
}
