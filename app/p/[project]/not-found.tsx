import { headers } from 'next/headers'
import { PageNotFound } from '@/components/shell/page-not-found'
import { buttonClass } from '@/components/ui/button-class'
import { PAGE_PATH_HEADER } from '@/lib/auth/session-cookie'

export const metadata = { title: 'Not found' }

// Plain links only: the script of this page is part of every page of the project.
export default async function ProjectNotFound() {
  const [home = '/'] = /^\/p\/[^/?]+/.exec((await headers()).get(PAGE_PATH_HEADER) ?? '') ?? []
  return (
    <PageNotFound
      link={
        <a href={home} className={buttonClass()}>
          Go to the overview
        </a>
      }
    />
  )
}
