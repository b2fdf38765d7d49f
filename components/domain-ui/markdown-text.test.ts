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
})
