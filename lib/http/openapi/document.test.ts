import { expect, it } from 'vitest'
import packageJson from '@/package.json'
import { openApiAnswer, openApiDocument } from './document'

const ask = (etag?: string) =>
  openApiAnswer(
    new Request(
      'http://desk.test/api/v1/openapi.json',
      etag === undefined ? {} : { headers: { 'if-none-match': etag } },
    ),
  )

it('returns the document of this version, built once', async () => {
  const answer = ask()
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  const document = await answer.json()
  expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument())))
  expect(document.info.version).toBe(packageJson.version)
  expect(openApiDocument()).toBe(openApiDocument())
})

it('answers 304 to a caller that has it', async () => {
  const etag = ask().headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const answer = ask(known)
    expect(answer.status, known).toBe(304)
    expect(await answer.text()).toBe('')
    expect(answer.headers.get('etag')).toBe(etag)
  }
  expect(ask('"other"').status).toBe(200)
})
