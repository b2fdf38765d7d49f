import { MissingChain } from '@/components/chains/missing'

export default function ChainNotFound() {
  return <MissingChain />
}
