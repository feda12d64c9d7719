//! A list of the API that comes in pages, and is asked for when it is read.

use std::marker::PhantomData;
use std::sync::Arc;

use futures_util::{stream, TryStreamExt};
use serde::de::DeserializeOwned;

use crate::errors::Result;
use crate::items::Items;
use crate::models::{DeploymentEvent, DeploymentSummary, DeploymentUsage, Hub, Price, Region};
use crate::models::{DeploymentEventPage, DeploymentPage, HubPage, MonthUsage, PricePage, RegionPage};
use crate::request::call_options;
use crate::transport::{Call, Options, Transport};

/// A page of a list.
pub trait Page: DeserializeOwned + Send + sealed::Sealed + 'static {
    /// What the list is of.
    type Item: Send + 'static;

    /// Leads to the next page; `None` on the last one.
    fn next_cursor(&self) -> Option<&str>;

    /// What is on the page.
    fn into_items(self) -> Vec<Self::Item>;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! page {
    ($page:ident { $items:ident: $item:ident }) => {
        impl sealed::Sealed for $page {}

        impl Page for $page {
            type Item = $item;

            fn next_cursor(&self) -> Option<&str> {
                self.next_cursor.as_deref()
            }

            fn into_items(self) -> Vec<$item> {
                self.$items
            }
        }
    };
}

page!(DeploymentPage { deployments: DeploymentSummary });
page!(DeploymentEventPage { events: DeploymentEvent });
page!(HubPage { hubs: Hub });
page!(RegionPage { regions: Region });
page!(PricePage { prices: Price });
page!(MonthUsage { deployments: DeploymentUsage });

/// A list. [`first`](List::first) asks for one page; [`all`](List::all), [`items`](List::items) and
/// [`pages`](List::pages) ask for each when it is needed.
#[derive(Debug)]
#[must_use = "a list is asked for when it is read"]
pub struct List<P> {
    transport: Arc<Transport>,
    call: Result<Call>,
    cursor: Option<String>,
    options: Options,
    page: PhantomData<fn() -> P>,
}

impl<P: Page> List<P> {
    pub(crate) fn new(transport: Arc<Transport>, call: Result<Call>) -> Self {
        Self { transport, call, cursor: None, options: Options::default(), page: PhantomData }
    }

    /// The most items of a page: 1 to 200; 50 unless given.
    pub fn limit(self, limit: u32) -> Self {
        self.with("limit", limit.to_string())
    }

    /// The `next_cursor` of the page before, to begin after it.
    pub fn cursor(mut self, cursor: impl Into<String>) -> Self {
        self.cursor = Some(cursor.into());
        self
    }

    call_options!();

    /// The first page; its `next_cursor` leads to the second.
    pub async fn first(self) -> Result<P> {
        let call = with_cursor(&self.call?, self.cursor);
        self.transport.request(&call, &self.options).await
    }

    /// Page by page.
    pub fn pages(self) -> Items<P> {
        let Self { transport, call, cursor, options, .. } = self;
        let first = call.map(|call| (call, cursor, false));
        Items::new(stream::try_unfold(first, move |state| {
            let (transport, options) = (transport.clone(), options.clone());
            async move {
                let (call, cursor, is_over) = state?;
                if is_over {
                    return Ok(None);
                }
                let page: P = transport.request(&with_cursor(&call, cursor), &options).await?;
                let next = page.next_cursor().map(str::to_owned);
                let is_over = next.is_none();
                Ok(Some((page, Ok((call, next, is_over)))))
            }
        }))
    }

    /// Every item, page after page.
    pub fn items(self) -> Items<P::Item> {
        let items = |page: P| stream::iter(page.into_items().into_iter().map(Ok));
        Items::new(self.pages().map_ok(items).try_flatten())
    }

    /// Every item, once all have been read.
    pub async fn all(self) -> Result<Vec<P::Item>> {
        self.items().all().await
    }

    fn with(mut self, name: &'static str, value: String) -> Self {
        self.call = self.call.map(|call| call.with(name, value));
        self
    }
}

fn with_cursor(call: &Call, cursor: Option<String>) -> Call {
    match cursor {
        Some(cursor) => call.clone().with("cursor", cursor),
        None => call.clone(),
    }
}

macro_rules! by_region_and_gpu {
    ($page:ident) => {
        impl List<$page> {
            /// Only in this region: a country, a group of countries, or a hub.
            pub fn region(self, region: impl Into<String>) -> Self {
                self.with("region", region.into())
            }

            /// Only with GPUs of this type.
            pub fn gpu_type(self, gpu_type: impl Into<String>) -> Self {
                self.with("gpu_type", gpu_type.into())
            }
        }
    };
}

by_region_and_gpu!(HubPage);
by_region_and_gpu!(PricePage);

impl List<MonthUsage> {
    /// `2026-11`, in UTC; the current month unless given.
    pub fn month(self, month: impl Into<String>) -> Self {
        self.with("month", month.into())
    }
}
