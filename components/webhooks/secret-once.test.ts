import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { NODE_SNIPPET } from './secret-once'

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
const body = '{"type":"gate.opened","timestamp":"2026-03-01T12:00:00.000Z","data":{}}'

function sign(timestamp: number, key = secret) {
  const raw = Buffer.from(key.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', raw).update(`m1.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': 'm1', 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}

const seconds = () => Math.floor(Date.now() / 1000)
const { verify } = await import(`data:text/javascript,${encodeURIComponent(NODE_SNIPPET)}`)

describe('NODE_SNIPPET', () => {
  it('accepts a valid signature, also next to one of another secret', () => {
    const headers = sign(seconds())
    const both = { ...headers, 'webhook-signature': `v1,bm90aGluZw== ${headers['webhook-signature']}` }
    expect(verify(headers, body, secret)).toMatchObject({ type: 'gate.opened' })
    expect(verify(both, body, secret)).toMatchObject({ type: 'gate.opened' })
  })

  it('rejects another secret, another body, and an old or invalid timestamp', () => {
    const other = `whsec_${Buffer.from('another secret of thirty-two byt').toString('base64')}`
    expect(() => verify(sign(seconds(), other), body, secret)).toThrow('not signed')
    expect(() => verify(sign(seconds()), `${body} `, secret)).toThrow('not signed')
    expect(() => verify(sign(seconds() - 600), body, secret)).toThrow('too old')
    expect(() => verify({ ...sign(seconds()), 'webhook-timestamp': 'now' }, body, secret)).toThrow('too old')
  })
})
