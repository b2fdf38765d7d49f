import { describe, expect, it } from 'vitest'
import { shownText } from './markup'

describe('the text that a page shows', () => {
  it.each([
    ['paragraphs and words within them', '<p>It is <b>open</b>.</p><p>Come in.</p>', 'It is open.\n\nCome in.'],
    ['rows with bars', '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>', 'a | b\n1 | 2'],
    ['items', '<ul><li>one</li><li>two</li></ul>', '- one\n\n- two'],
    ['no scripts, styles or comments', '<p>a<script>1 < 2</script></p><!-- b --><style>c{}</style>', 'a'],
    ['signs by their names', '<p>caf&eacute; &amp; &#8364;5 &#x2013; 3 &frac12;</p>', 'café & €5 – 3 ½'],
    ['signs without tags', 'Tern &amp; Sons', 'Tern & Sons'],
    ['no sign that a database refuses', '&#00; &#10; &#xD800; &#x41;', '&#00; &#10; &#xD800; A'],
    ['an unknown name as it is', 'a &foo; b && c', 'a &foo; b && c'],
    ['no page as it is', 'if a < b and c > d: x</y', 'if a < b and c > d: x</y'],
  ])('has %s', (_what, text, shown) => {
    expect(shownText(text)).toBe(shown)
  })

  it('reads unfinished tags in time linear in the text', () => {
    const text = `<p>${'<a '.repeat(20_000)}</p>${'<script>'.repeat(5_000)}`
    const started = performance.now()
    shownText(text)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
