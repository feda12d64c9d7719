import './candidates.css'

/** The letter of an intensity, on one scale that stays apart for every kind of colour vision. */
export const Grade = ({ of }: { of: string }) => (
  <span className="grade" data-grade={of}>
    {of}
  </span>
)
