import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { getEnv } from '@/lib/env'
import { log } from '@/lib/log'
import type { ProjectContext } from '../context'
import { filenameOf, loadPage } from './page'

/**
 * Writes the newest page of a week to <VERITAS_MEMORY_DIR>/<project>/memory/YYYY-MM-DD.md by an atomic rename; does nothing
 * without that directory. Errors are only logged, since the page is stored in the database anyway.
 */
export async function writeMarkdown(
  ctx: ProjectContext,
  week: string,
  root = getEnv().VERITAS_MEMORY_DIR,
): Promise<void> {
  if (!root) return
  const { filename, markdown } = await loadPage(ctx, week)
  const target = path.join(root, ctx.project.slug, filename)
  const unfinished = `${target}.${ctx.requestId}.part`
  try {
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(unfinished, markdown)
    await rename(unfinished, target)
  } catch (error) {
    log.warn({ err: error, target }, 'the weekly page could not be written to disk')
  }
}

/**
 * Writes the page of a week if its file is missing, because this instance was killed before writing it or another instance made
 * the page.
 */
export async function writeMissingMarkdown(
  ctx: ProjectContext,
  week: string,
  root = getEnv().VERITAS_MEMORY_DIR,
): Promise<void> {
  if (!root) return
  const isThere = await access(path.join(root, ctx.project.slug, filenameOf(week))).then(
    () => true,
    () => false,
  )
  if (!isThere) await writeMarkdown(ctx, week, root)
}
