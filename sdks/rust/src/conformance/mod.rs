//! The client does what `sdks/conformance/vectors.json` says every client does.

mod check;
mod play;
mod server;

use std::collections::BTreeSet;
use std::fmt::Write;

use self::check::faults_of;
use self::play::{play, OPERATIONS};
use self::server::FaultServer;

const RUN: &str = "rust";

#[tokio::test]
async fn every_vector_passes() {
    let server = FaultServer::start();
    let (api_key, vectors) = server.vectors().await;
    assert!(vectors.len() >= 60);
    let mut report = String::new();
    for vector in &vectors {
        let base_url = format!("{}/{RUN}/{}", server.address, vector.name);
        let outcome = play(vector, &base_url, &api_key, &server.http).await;
        let attempts = server.attempts(RUN, &vector.name).await;
        for fault in faults_of(vector, &outcome, &attempts, &api_key) {
            writeln!(report, "{}: {fault}", vector.name).unwrap();
        }
    }
    assert!(report.is_empty(), "\n{report}");
    println!("{} vectors passed", vectors.len());
}

#[tokio::test]
async fn each_operation_has_a_vector_and_nothing_else_has() {
    let (_, vectors) = FaultServer::start().vectors().await;
    let played: BTreeSet<_> = vectors.iter().map(|vector| vector.operation.as_str()).collect();
    assert_eq!(played, BTreeSet::from(OPERATIONS));
}
