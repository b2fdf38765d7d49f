import { expect, it } from 'vitest'
import { fenceTraceback } from './fence-traceback'

const trace = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nKeyError: 1'

it('fences a traceback to the line of its error, and what follows stays text', () => {
  expect(fenceTraceback(`It broke.\n${trace}\nSo *no*.`)).toBe(`It broke.\n\`\`\`\`text\n${trace}\n\`\`\`\`\nSo *no*.`)
})

it('fences one that was cut', () => {
  expect(fenceTraceback(trace.slice(0, 60))).toBe(`\`\`\`\`text\n${trace.slice(0, 60)}\n\`\`\`\``)
})

it.each([`\`\`\`\n${trace}\n\`\`\``, 'The word Traceback (most recent call last): in a sentence', ''])(
  'leaves %s',
  (text) => {
    expect(fenceTraceback(text)).toBe(text)
  },
)
