'use client'

import { browserSetting, useBrowserSetting } from '@/components/ui/browser-storage'

/** Addresses of the projects this browser visited last, the last one first. Somebody else here may not be a member of them. */
const setting = browserSetting('projects', '')
const KEPT = 6

const toList = (text: string) => text.split(' ').filter(Boolean)

export const useVisitedProjects = (): string[] => toList(useBrowserSetting(setting))

export function keepVisited(project: string): void {
  const others = toList(setting.read()).filter((slug) => slug !== project)
  setting.write([project, ...others].slice(0, KEPT).join(' '))
}

/** Those visited last first, then the others as they come. */
export function visitedFirst<T extends { slug: string }>(projects: readonly T[], visited: readonly string[]): T[] {
  const placeOf = ({ slug }: T) => (visited.includes(slug) ? visited.indexOf(slug) : visited.length)
  return projects.toSorted((a, b) => placeOf(a) - placeOf(b))
}
