-- What providers say of the carbon intensity of grid zones. Readings are kept hour by hour, for our own forecast is made
-- of the last weeks; of forecasts only the last is. Nothing of this belongs to a customer.

create table carbon_readings (
  source text not null,
  zone text not null,
  -- Start of the hour.
  hour timestamptz(3) not null,
  -- gCO2eq/kWh in the source's own scope: life-cycle, direct, or marginal.
  gco2_kwh double precision not null check (gco2_kwh >= 0),
  renewable_percentage double precision check (renewable_percentage between 0 and 100),
  -- By the source's own word.
  estimated boolean not null,
  -- When it was last found to have changed.
  fetched_at timestamptz(3) not null,
  primary key (source, zone, hour)
);

create index carbon_readings_fetched on carbon_readings (fetched_at);

create table carbon_forecasts (
  source text not null,
  zone text not null,
  issued_at timestamptz(3) not null,
  -- Start of the first hour; the others follow without gaps.
  from_hour timestamptz(3) not null,
  gco2_kwh double precision[] not null,
  fetched_at timestamptz(3) not null,
  primary key (source, zone)
);
