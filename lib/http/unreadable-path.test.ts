import { expect, it } from 'vitest'
import { errorBody } from '@/lib/contracts/errors'
import { isReadablePath, unreadablePathAnswer } from './unreadable-path'

it.each(['/', '/p/default/runs/a%20b', '/api/v1/chains/%C3%BCbersetzen', '/100%25'])('accepts %s', (path) => {
  expect(isReadablePath(path)).toBe(true)
})

it.each(['/%', '/runs/%E0%A4%A', '/runs/%zz', '/%C3', '/%ED%A0%80'])('rejects %s', (path) => {
  expect(isReadablePath(path)).toBe(false)
})

it('answers with the usual error, naming the path', async () => {
  const answer = unreadablePathAnswer()
  const { error } = errorBody.parse(await answer.json())
  expect(answer.status).toBe(400)
  expect(error).toMatchObject({ code: 'invalid_input', issues: [{ path: 'path' }] })
  expect(error.requestId).toBe(answer.headers.get('x-request-id'))
})
