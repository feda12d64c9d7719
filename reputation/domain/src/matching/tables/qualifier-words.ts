/**
 * Words that stand in brackets behind an organisation's name to say which part of it is meant, and where; typed from
 * common knowledge. They are no names of their own.
 */
import { genericWords } from './generic-words.ts'

const qualifiers = `
  branch branches division office offices department unit section chapter subsidiary affiliate representative representation headquarters
  import export region regional province provincial district city state republic federation kingdom islands island
  private public limited liability sole shareholder bank banking fund insurance shipping marine aviation trade oil gas energy engineering
  afghanistan algeria angola argentina armenia australia austria azerbaijan bahrain bangladesh belarus belgium belize bosnia brazil bulgaria
  burma cambodia cameroon canada chad chile china colombia congo cote ivoire croatia cuba cyprus czech denmark djibouti egypt emirates england
  eritrea estonia ethiopia europe finland france gambia georgia germany ghana greece guinea haiti herzegovina hong kong hungary iceland india
  indonesia iran iraq ireland israel italy japan jordan kazakhstan kenya korea kosovo kuwait kyrgyzstan laos latvia lebanon liberia libya
  liechtenstein lithuania luxembourg macau madagascar malaysia maldives mali malta marshall mauritius mexico moldova monaco mongolia montenegro
  morocco mozambique myanmar namibia nepal netherlands zealand nicaragua niger nigeria norway oman pakistan palestine panama paraguay peru
  philippines poland portugal qatar romania russia rwanda samoa saudi arabia senegal serbia seychelles sierra leone singapore slovakia slovenia
  somalia spain sri lanka sudan sweden switzerland syria taiwan tajikistan tanzania thailand togo tunisia turkey turkiye turkmenistan uganda
  ukraine united uruguay usa uzbekistan vanuatu venezuela vietnam yemen zambia zimbabwe virgin cayman british labuan
  london paris berlin moscow petersburg saint st beijing shanghai shenzhen guangzhou dubai sharjah ajman abu dhabi doha tehran baghdad damascus
  beirut istanbul ankara kabul karachi lahore peshawar kiev kyiv minsk tokyo seoul pyongyang new york zurich geneva vienna hamburg frankfurt
  milan rome madrid nicosia limassol caracas bogota jakarta kuala lumpur bangkok manila delhi mumbai hanoi khartoum mogadishu nairobi
  comoros comores comoren comorerne komoren komorien komor komory komorene komorit komoru comore comoras comorelor
`

/** Words that say in brackets that a part of an organisation is meant, or what the brackets are for, in the languages of the lists. */
export const partWords: ReadonlySet<string> = new Set(
  `branch branches division office offices department section chapter subsidiary affiliate located filiaal filial filiala filiale filialas filiali afdeling
  afdelingen avdelning avdelningen pobocka pobocky podruznica sezione seccion secao oddzial fiok fioktelep sucursal succursale sucursala
  brainse fergha sivukonttori haara osasto clona klon klona otdelenie parartima ypokatastima zweigstelle niederlassung abteilung
  birth combat name names third second junior senior deceased former original script spelling`
    .trim()
    .split(/\s+/),
)

export const qualifierWords: ReadonlySet<string> = new Set([...genericWords, ...qualifiers.trim().split(/\s+/)])
