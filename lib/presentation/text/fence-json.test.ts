import { expect, it } from 'vitest'
import { fenceJson } from './fence-json'

const ledger = '{\n  "done": { "answer": false, "why": "a } in a text" },\n  "next": ["WebSurfer"]\n}'

it.each([
  ['below a line', `Updated ledger:\n${ledger}\nGo on.`, `Updated ledger:\n\`\`\`json\n${ledger}\n\`\`\`\nGo on.`],
  ['behind words, before words', `Ledger: ${ledger} as said`, `Ledger:\n\n\`\`\`json\n${ledger}\n\`\`\`\n\nas said`],
  ['the whole text', ledger, `\`\`\`json\n${ledger}\n\`\`\``],
  ['a list', '[\n  1,\n  2\n]', '```json\n[\n  1,\n  2\n]\n```'],
  ['two blocks', `${ledger}\n\n${ledger}`, `\`\`\`json\n${ledger}\n\`\`\`\n\n\`\`\`json\n${ledger}\n\`\`\``],
  ['cut within', '{\n  "done": {\n    "why": "we are …', '```json\n{\n  "done": {\n    "why": "we are …\n```'],
])('puts a fence around JSON of several lines: %s', (_, text, shown) => {
  expect(fenceJson(text)).toBe(shown)
})

it.each([
  ['in a fence', `\`\`\`\n${ledger}\n\`\`\``],
  ['on one line', 'It said {"a": 1}\nand [1, 2] too'],
  ['code', 'function a() {\n  return 1\n}'],
  ['a link and a list of tasks', '[docs](a)\n- [ ] one\n- [x] two'],
  ['never closed', 'we saw [\nand went on'],
  ['a text over two lines', '{\n"a": "b\nc"\n}'],
])('leaves the rest as it is: %s', (_, text) => {
  expect(fenceJson(text)).toBe(text)
})
