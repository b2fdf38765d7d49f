'use client'

import { useQuery } from '@tanstack/react-query'
import type { Role } from '@/lib/contracts/projects'
import { projectQueries } from '@/lib/queries/projects'

/** The role of the signed-in person in a project; null while it is not known. Shows and hides: the server decides. */
export function useMyRole(project: string): Role | null {
  const { data } = useQuery(projectQueries.list())
  return data?.projects.find(({ slug }) => slug === project)?.role ?? null
}
