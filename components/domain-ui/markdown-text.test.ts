import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MarkdownText } from './markdown-text'

const htmlOf = (text: string) => renderToStaticMarkup(createElement(MarkdownText, { text }))

describe('MarkdownText', () => {
  it('renders an image as a link to it, without loading it', () => {
    expect(htmlOf('![a map](https://example.test/map.png)')).toMatch(
      /<a href="https:\/\/example\.test\/map\.png"[^>]*>picture: a map<\/a>/,
    )
    expect(htmlOf('![a map](https://example.test/map.png)')).not.toContain('<img')
  })

  it('keeps the lines of a paragraph', () => {
    expect(htmlOf('species,sex\nAdelie,MALE\nGentoo,FEMALE')).toContain(
      'species,sex<br/>\nAdelie,MALE<br/>\nGentoo,FEMALE',
    )
    expect(htmlOf('- one\n  more\n- two')).toContain('one<br/>\nmore')
  })

  it('does not nest links when a link contains an image', () => {
    const html = htmlOf('[![a map](https://example.test/map.png)](https://example.test/)')
    expect(html.match(/<a /g)).toHaveLength(1)
    expect(html).toContain('picture: a map')
  })

  it('shows tags as they were written, and what stands between them', () => {
    expect(htmlOf('<plan>\n- **one**\n</plan>')).toMatch(/&lt;plan&gt;.*<strong>one<\/strong>.*&lt;\/plan&gt;/s)
    expect(htmlOf('A List<String> and <b>this</b>')).toContain('A List&lt;String&gt; and &lt;b&gt;this&lt;/b&gt;')
    expect(htmlOf('<!-- a note --> there')).toContain('&lt;!-- a note --&gt; there')
    expect(htmlOf('<script>alert(1)</script>')).toContain('&lt;script&gt;')
    expect(htmlOf('one<br>two')).toContain('one<br/>')
  })

  it('keeps the brackets of formulas', () => {
    expect(htmlOf('So \\(x\\) is\n\\[ \\frac{1}{2} \\]')).toContain('So \\(x\\) is<br/>\n\\[ \\frac{1}{2} \\]')
    expect(htmlOf('\\*no\\* \\[list\\](x)')).toContain('*no* \\[list\\](x)')
    expect(htmlOf('one \\[ of them')).toContain('one [ of them')
  })

  it('keeps the asterisks of products', () => {
    expect(htmlOf('<<3*68=204>> and <<2*80=160>>')).toContain('3*68=204&gt;&gt; and &lt;&lt;2*80=160')
    expect(htmlOf('2**3 + 4**5, and (a)*(b) + (c)*(d)')).toContain('2**3 + 4**5, and (a)*(b) + (c)*(d)')
    expect(htmlOf('use *5 and 3*4')).toContain('use *5 and 3*4')
    expect(htmlOf('*so* and **N**ational **2**nd, 重点*的*词')).toContain(
      '<em>so</em> and <strong>N</strong>ational <strong>2</strong>nd, 重点<em>的</em>词',
    )
  })
})
