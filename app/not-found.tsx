import { BarePage } from '@/components/shell/bare-page'
import { PageNotFound } from '@/components/shell/page-not-found'
import { buttonClass } from '@/components/ui/button-class'

export default function NotFound() {
  return (
    <BarePage>
      <PageNotFound
        link={
          <a href="/" className={buttonClass()}>
            Go to your projects
          </a>
        }
      />
    </BarePage>
  )
}
