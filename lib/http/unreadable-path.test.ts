import { expect, it } from 'vitest'
import { errorBody } from '@/lib/contracts/errors'
import { isReadablePath, unreadablePathAnswer } from './unreadable-path'

it.each(['/', '/p/default/runs/a%20b', '/api/v1/chains/%C3%BCbersetzen', '/100%25'])('reads %s', (path) => {
  expect(isReadablePath(path)).toBe(true)
})

it.each(['/%', '/runs/%E0%A4%A', '/runs/%zz', '/%C3', '/%ED%A0%80'])('does not read %s', (path) => {
  expect(isReadablePath(path)).toBe(false)
})

it('answers as every refusal of the API does, naming what is wrong', async () => {
  const answer = unreadablePathAnswer()
  const { error } = errorBody.parse(await answer.json())
  expect(answer.status).toBe(400)
  expect(error).toMatchObject({ code: 'invalid_input', issues: [{ path: 'path' }] })
  expect(error.requestId).toBe(answer.headers.get('x-request-id'))
})
