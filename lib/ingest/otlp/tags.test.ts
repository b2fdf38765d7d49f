import { expect, it } from 'vitest'
import { makeSpan, onlyRun } from '../testing/spans'

it.each([
  ['OpenInference', { 'tag.tags': ['prod', 'eu'] }],
  ['OpenInference, one by one', { 'tag.tags.0': 'prod', 'tag.tags.1': 'eu' }],
  ['LangSmith', { 'langsmith.span.tags': 'prod, eu, seq:step:1, langsmith:hidden' }],
  ['Vercel', { 'ai.telemetry.metadata.tags': ['prod', 'eu', 'prod'] }],
  ['Langfuse', { 'langfuse.trace.tags': '["prod","eu"]' }],
  ['our own attribute', { 'veritas.tags': 'prod,eu' }],
])('tags of a trace from %s are those of its run', (_, attributes) => {
  expect(onlyRun([makeSpan({ id: '1', attributes })]).tags).toEqual(['prod', 'eu'])
})

it('tags of a step are not the run’s, unless they are of the trace', () => {
  const step = (attributes: object) => [makeSpan({ id: '1' }), makeSpan({ id: '2', parent: '1', ...attributes })]
  expect(onlyRun(step({ attributes: { 'tag.tags': ['step'] } })).tags).toBeUndefined()
  expect(onlyRun(step({ attributes: { 'langfuse.trace.tags': ['whole'] } })).tags).toEqual(['whole'])
})

it('tags that a run cannot have are mended or left out', () => {
  const tags = ['a,b', ' ', '\u0000', 7, 'x'.repeat(100), ...Array.from({ length: 60 }, (_, n) => `t${n}`)]
  const { tags: kept } = onlyRun([makeSpan({ id: '1', attributes: { 'tag.tags': tags } })])
  expect(kept?.slice(0, 3)).toEqual(['a b', 'x'.repeat(60), 't0'])
  expect(kept).toHaveLength(50)
})
