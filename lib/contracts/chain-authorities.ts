import { z } from 'zod'
import { contract } from './contract'
import { gatePerson } from './gate-people'
import { id, name } from './primitives'

/** `decides`: still a reviewer or admin. Who is listed and has left decides nothing, and keeps the list from being empty. */
export const chainAuthority = gatePerson.extend({ decides: z.boolean() })

export const chainAuthorities = z.object({
  authorities: z.array(chainAuthority).describe('Who decides its gates, by name. Empty: every reviewer and admin.'),
})

export const getChainAuthorities = contract({
  name: 'chains.authorities',
  tag: 'chains',
  summary: 'Who decides the gates of a chain.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/chains/{chain}/authorities',
  input: z.strictObject({ chain: name }),
  output: chainAuthorities,
})

export const setChainAuthorities = contract({
  name: 'chains.setAuthorities',
  tag: 'chains',
  summary: 'Say who decides the gates of a chain, those that are open as well. None: every reviewer and admin.',
  scope: 'admin',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/chains/{chain}/authorities',
  input: z.strictObject({ chain: name, userIds: z.array(id).max(50).describe('Reviewers and admins of the project') }),
  output: chainAuthorities,
})

export type ChainAuthority = z.infer<typeof chainAuthority>
