import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import path from 'node:path'
import type { Desk } from './desk'

export type Ended = { code: number | null; stdout: string; stderr: string }

/** A running command. `said` resolves when its stderr contains a text, and rejects if the command ends without it. */
export type Running = {
  child: ChildProcessWithoutNullStreams
  ended: Promise<Ended>
  said(text: string): Promise<void>
}

export const VERITAS = path.resolve('bin/veritas.mjs')

/** The environment that points the command line at a project of the server under test. */
export function environmentOf(desk: Desk, baseURL: string | undefined): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, ...env } = process.env
  return { ...env, VERITAS_URL: baseURL, VERITAS_API_KEY: desk.key }
}

/** Starts `veritas` as a user would. */
export function start(args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(process.execPath, [VERITAS, ...args], { env })
  const heard = { stdout: '', stderr: '' }
  child.stdout.on('data', (part) => {
    heard.stdout += part
  })
  child.stderr.on('data', (part) => {
    heard.stderr += part
  })
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...heard })))
  const said = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => heard.stderr.includes(text) && resolve()
      child.stderr.on('data', look)
      look()
      void ended.then(({ stderr }) => reject(new Error(`it ended without "${text}": ${stderr}`)))
    })
  return { child, ended, said }
}
