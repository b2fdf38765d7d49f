import { ArrowUp } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { formatPlural } from '@/lib/presentation/format/number'

type NewRowsProps = {
  count: number
  /** How many can be counted at most: with so many there may be more. */
  most: number
  /** What one of them is: "new run". */
  noun: string
  onShow: () => void
}

/** What arrived since: taken in when asked, so that no row moves under the pointer. */
export function NewRows({ count, most, noun, onShow }: NewRowsProps) {
  if (count === 0) return null
  const show = () => {
    window.scrollTo({ top: 0 })
    onShow()
  }
  return (
    <Button size="sm" className="animate-arrive" icon={<ArrowUp aria-hidden />} onClick={show}>
      {count >= most ? `${most}+ ${noun}s` : formatPlural(count, noun)}
    </Button>
  )
}
