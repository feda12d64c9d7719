#![doc = include_str!("../README.md")]

mod client;
#[cfg(test)]
mod conformance;
mod deploy_request;
mod errors;
mod feed;
mod items;
mod list;
mod logs;
mod models;
mod request;
mod retry;
mod runtime;
mod server_sent_events;
mod transport;
mod values;

pub use chrono;
pub use client::{
    Carbon, Compute, ComputeBuilder, Deployments, Domains, Events, Hubs, Pricing, Regions, Registries,
    UsageOfMonths,
};
pub use deploy_request::{DeployRequest, RegionChoice};
pub use errors::{Error, ErrorKind, Result, StatusError};
pub use feed::FollowRequest;
pub use items::Items;
pub use list::{List, Page};
pub use logs::LogRequest;
pub use models::*;
pub use request::{EndRequest, Request, WaitRequest};
pub use values::*;
