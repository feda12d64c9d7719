/**
 * Where grid zones are shown on the map, in degrees of latitude and longitude: near enough for a map of the world, and no
 * statement on where a hub stands.
 */

/** Latitude and longitude in degrees, north and east of zero. */
export type Place = readonly [latitude: number, longitude: number]

/**
 * Countries: the middle of their largest part on Natural Earth's 1:110m map (public domain), worked out 2026-11-23; the
 * capital for Canada and Russia, whose middle is far from their grids, and for those that the map leaves out.
 */
const countries = `
  AD 42.5 1.6, AE 23.9 54.2, AF 33.9 66.1, AG 17.1 -61.8, AL 41.1 20.0, AM 40.2 45.0, AO -12.3 17.5, AR -35.2 -65.1,
  AT 47.6 14.1, AU -25.6 134.4, AW 12.5 -70.0, AZ 40.3 47.7, BA 44.2 17.8, BB 13.2 -59.5, BD 23.8 90.3, BE 50.7 4.6,
  BF 12.3 -1.8, BG 42.8 25.2, BH 26.1 50.5, BI -3.4 29.9, BJ 9.6 2.3, BN 4.7 114.9, BO -16.7 -64.6, BR -10.8 -53.1,
  BS 24.5 -77.9, BT 27.4 90.5, BW -22.1 23.8, BY 53.5 28.0, BZ 17.2 -88.7, CA 45.5 -75.7, CD -2.8 23.6, CF 6.5 20.4,
  CG -0.8 15.1, CH 46.8 8.1, CI 7.6 -5.6, CL -37.3 -71.7, CM 5.7 12.6, CN 36.6 103.9, CO 3.9 -73.1, CR 10.0 -84.2,
  CU 21.6 -79.0, CV 15.1 -23.6, CW 12.2 -69.0, CY 34.9 33.0, CZ 49.8 15.3, DE 51.1 10.3, DJ 11.8 42.5, DK 56.2 9.3,
  DM 15.4 -61.4, DO 18.9 -70.5, DZ 28.2 2.6, EC -1.5 -78.4, EE 58.6 25.8, EG 26.5 29.8, EH 24.3 -12.1, ER 15.4 38.7,
  ES 40.3 -3.6, ET 8.7 39.6, FI 64.5 26.2, FJ -16.4 11.6, FK -51.7 -59.4, FM 6.9 158.2, FO 62.0 -6.9, FR 46.6 2.3,
  GA -0.6 11.7, GB 53.9 -2.7, GE 42.2 43.5, GF 3.9 -53.1, GG 49.5 -2.6, GH 7.9 -1.2, GI 36.1 -5.3, GL 74.8 -41.5,
  GM 13.5 -15.4, GN 10.4 -11.1, GP 16.3 -61.6, GQ 1.6 10.4, GR 39.3 22.6, GT 15.7 -90.4, GU 13.4 144.8,
  GW 12.0 -15.1, GY 4.8 -59.0, HK 22.3 114.2, HN 14.8 -86.6, HR 45.0 16.6, HT 18.9 -72.7, HU 47.2 19.4,
  ID -0.3 114.0, IE 53.2 -8.0, IL 31.5 35.0, IM 54.2 -4.5, IN 22.9 79.6, IQ 33.0 43.8, IR 32.5 54.3, IS 65.1 -18.8,
  IT 43.5 12.2, JE 49.2 -2.1, JM 18.1 -77.3, JO 31.2 36.8, JP 36.0 136.9, KE 0.6 37.8, KG 41.5 74.6, KH 12.7 104.9,
  KM -11.9 43.9, KP 40.1 127.2, KR 36.4 127.8, KW 29.3 47.6, KY 19.3 -81.3, KZ 48.2 67.3, LA 18.4 103.7,
  LB 33.9 35.9, LC 13.9 -61.0, LI 47.2 9.5, LK 7.7 80.7, LR 6.4 -9.4, LS -29.6 28.2, LT 55.3 23.9, LU 49.8 6.0,
  LV 56.8 24.8, LY 27.0 18.0, MA 29.9 -8.4, MC 43.7 7.4, MD 47.2 28.4, ME 42.8 19.3, MG -19.4 46.7, MK 41.6 21.7,
  ML 17.3 -3.5, MM 21.0 96.5, MN 46.8 102.9, MO 22.2 113.6, MQ 14.6 -61.0, MR 20.2 -10.3, MT 35.9 14.4,
  MU -20.3 57.6, MV 3.2 73.2, MW -13.2 34.2, MX 23.9 -102.6, MY 3.5 114.7, MZ -17.2 35.5, NA -22.1 17.2,
  NC -21.3 165.5, NE 17.3 9.3, NG 9.5 8.0, NI 12.8 -85.0, NL 52.3 5.5, NO 64.5 14.2, NP 28.2 84.0, NZ -44.0 170.5,
  OM 20.6 56.1, PA 8.5 -80.1, PE -9.2 -74.4, PF -17.7 -149.4, PG -6.6 144.3, PH 15.8 121.5, PK 30.0 69.4,
  PL 52.1 19.3, PM 46.8 -56.3, PR 18.2 -66.5, PS 31.9 35.3, PT 39.6 -8.1, PY -23.2 -58.4, QA 25.3 51.2,
  RE -21.1 55.5, RO 45.9 24.9, RS 44.2 20.8, RU 55.8 37.6, RW -2.0 29.9, SA 24.1 44.5, SB -7.9 159.1, SC -4.7 55.5,
  SD 16.0 29.9, SE 62.8 16.6, SG 1.4 103.8, SI 46.1 14.9, SK 48.7 19.5, SL 8.5 -11.8, SM 43.9 12.5, SN 14.4 -14.5,
  SO 4.8 45.7, SR 4.1 -55.9, SS 7.3 30.2, ST 0.2 6.6, SV 13.7 -88.9, SY 35.0 38.5, SZ -26.5 31.4, TD 15.3 18.6,
  TG 8.4 1.0, TH 15.0 101.0, TJ 38.6 71.0, TL -8.8 126.0, TM 39.1 59.3, TN 34.2 9.5, TO -21.2 -175.2, TR 39.0 35.4,
  TT 10.4 -61.3, TW 23.7 121.0, TZ -6.3 34.8, UA 49.0 31.4, UG 1.3 32.4, US 39.8 -98.6, UY -32.8 -56.0,
  UZ 41.7 63.2, VC 13.3 -61.2, VE 7.2 -66.2, VI 18.3 -64.9, VN 16.7 106.3, VU -15.2 166.9, WS -13.8 -172.1,
  XK 42.6 20.9, YE 15.9 47.5, YT -12.8 45.2, ZA -29.0 25.1, ZM -13.4 27.7, ZW -18.9 29.8
`

/** Parts of countries that are grid zones of their own: their largest city, or the seat of the operator of the grid. */
const parts = `
  AU-NSW -33.9 151.2, AU-NT -12.5 130.8, AU-QLD -27.5 153.0, AU-SA -34.9 138.6, AU-TAS -42.9 147.3,
  AU-VIC -37.8 145.0, AU-WA -32.0 115.9, BR-CS -23.6 -46.6, BR-N -1.5 -48.5, BR-NE -12.9 -38.5, BR-S -30.0 -51.2,
  CA-AB 51.0 -114.1, CA-BC 49.3 -123.1, CA-MB 49.9 -97.1, CA-NB 45.3 -66.1, CA-NL 47.6 -52.7, CA-NS 44.6 -63.6,
  CA-ON 43.7 -79.4, CA-PE 46.2 -63.1, CA-QC 45.5 -73.6, CA-SK 50.4 -104.6, CL-SEN -33.4 -70.7, DK-BHM 55.1 14.7,
  DK-DK1 56.2 10.2, DK-DK2 55.7 12.6, ES-CN-GC 28.1 -15.4, ES-CN-TE 28.5 -16.3, ES-IB-MA 39.6 2.7, FR-COR 41.9 8.7,
  GB-NIR 54.6 -5.9, GB-ORK 59.0 -3.0, IN-EA 22.6 88.4, IN-NE 26.1 91.7, IN-NO 28.6 77.2, IN-SO 13.1 80.3,
  IN-WE 19.1 72.9, IT-CNO 43.8 11.3, IT-CSO 41.9 12.5, IT-NO 45.5 9.2, IT-SAR 39.2 9.1, IT-SIC 38.1 13.4,
  IT-SO 41.1 16.9, JP-CB 35.2 136.9, JP-CG 34.4 132.5, JP-HKD 43.1 141.4, JP-HR 36.7 137.2, JP-KN 34.7 135.5,
  JP-KY 33.6 130.4, JP-ON 26.2 127.7, JP-SK 34.3 134.0, JP-TH 38.3 140.9, JP-TK 35.7 139.7, MY-EM 1.6 110.3,
  MY-WM 3.1 101.7, NO-NO1 59.9 10.8, NO-NO2 58.1 8.0, NO-NO3 63.4 10.4, NO-NO4 69.6 19.0, NO-NO5 60.4 5.3,
  PH-LU 14.6 121.0, PH-MI 7.1 125.6, PH-VI 10.3 123.9, PT-MA 32.7 -16.9, RU-1 55.8 37.6, RU-2 55.0 82.9,
  RU-AS 43.1 131.9, SE-SE1 65.6 22.2, SE-SE2 62.4 17.3, SE-SE3 59.3 18.1, SE-SE4 55.6 13.0, US-AK 61.2 -149.9,
  US-CAL-BANC 38.6 -121.5, US-CAL-CISO 37.4 -121.9, US-CAL-IID 32.8 -115.6, US-CAL-LDWP 34.1 -118.2,
  US-CAL-TIDC 37.5 -120.8, US-CAR-CPLE 35.8 -78.6, US-CAR-DUK 35.2 -80.8, US-CAR-SC 33.2 -80.0,
  US-CAR-SCEG 34.0 -81.0, US-CENT-SWPP 35.5 -97.5, US-FLA-FPC 28.5 -81.4, US-FLA-FPL 25.8 -80.2,
  US-FLA-JEA 30.3 -81.7, US-FLA-TEC 27.9 -82.5, US-HI 21.3 -157.9, US-MIDA-PJM 39.0 -77.5, US-MIDW-AECI 37.2 -93.3,
  US-MIDW-LGEE 38.3 -85.8, US-MIDW-MISO 41.9 -93.6, US-NE-ISNE 42.4 -71.1, US-NW-AVA 47.7 -117.4,
  US-NW-BPAT 45.6 -121.2, US-NW-CHPD 47.4 -120.3, US-NW-DOPD 47.4 -120.3, US-NW-GCPD 47.3 -119.6,
  US-NW-IPCO 43.6 -116.2, US-NW-NEVP 36.2 -115.1, US-NW-NWMT 46.0 -112.5, US-NW-PACE 40.8 -111.9,
  US-NW-PACW 45.5 -122.7, US-NW-PGE 45.5 -122.7, US-NW-PSCO 39.7 -105.0, US-NW-PSEI 47.6 -122.2,
  US-NW-SCL 47.6 -122.3, US-NW-TPWR 47.3 -122.4, US-NW-WACM 40.4 -105.1, US-NY-NYIS 42.7 -73.8,
  US-SE-SOCO 33.7 -84.4, US-SW-AZPS 33.4 -112.1, US-SW-EPE 31.8 -106.4, US-SW-PNM 35.1 -106.6,
  US-SW-SRP 33.4 -111.9, US-SW-TEPC 32.2 -110.9, US-TEN-TVA 36.0 -83.9, US-TEX-ERCO 30.3 -97.7
`

const places: ReadonlyMap<string, Place> = new Map(
  `${countries},${parts}`.split(',').map((entry) => {
    const [zone = '', latitude, longitude] = entry.trim().split(' ')
    return [zone, [Number(latitude), Number(longitude)]]
  }),
)

/** Of a zone that has no place of its own, that of its country; undefined where the map has neither. */
export const placeOf = (zone: string, country: string): Place | undefined => places.get(zone) ?? places.get(country)
